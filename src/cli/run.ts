/** One call of `cardwise`: words and flags in, text and an exit code out. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BatchLine, createClient, type Problem, ProblemError, Unreachable } from '../client/index.js';
import type { RecommendReply } from '../engine/answer.js';
import type { RecommendRequest } from '../engine/question.js';
import type { ConsolidateReply } from '../engine/sharing/schemas.js';
import { EXPORT_FORMAT_IDS, exportPlan } from '../exports/index.js';
import { sharedServices } from '../exports/kubernetes/shared-services.js';
import { subjectOf } from '../exports/subject.js';
import { COMMANDS, type Command } from './commands.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { type LocalService, startLocalService } from './local-service.js';
import { startProgress } from './progress.js';
import { renderMarkdown, renderTerminal, type Section } from './render.js';
import { type Flags, parseBody, REQUEST_FLAGS, REQUEST_LISTS, UsageError, withFlags } from './request.js';

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** null: nothing is piped in. */
  readonly stdin: NodeJS.ReadableStream | null;
  /** Somebody watches standard error. */
  readonly isWatched: boolean;
}

const TEXT_FLAGS = [
  ...['server', 'key', 'output', 'language', 'export', 'rank'],
  ...['for', 'format', 'series', 'sheet', 'label', 'source', 'reason'],
  ...['reference', 'cost-centre', 'approver', 'plan', 'valid-days', 'by', 'note', 'state', 'cursor', 'item'],
];
const SWITCHES = ['help', 'version', 'dry-run', 'replace'];

const OPTIONS = {
  ...Object.fromEntries([...TEXT_FLAGS, ...REQUEST_FLAGS].map((name) => [name, { type: 'string' as const }])),
  ...Object.fromEntries(REQUEST_LISTS.map((name) => [name, { type: 'string' as const, multiple: true }])),
  ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' as const }])),
};

const BATCH_USAGE = 'batch [FILE|-]';
const EXPORT_USAGE = 'quote export ID --format FORMAT [--item NAME] [--plan ID]';

export function help(): string {
  const rows = [
    ...Object.values(COMMANDS).map(({ usage, does }) => [usage, does] as const),
    [EXPORT_USAGE, 'The quoted plan for another program'] as const,
    [BATCH_USAGE, 'NDJSON in, NDJSON out: a workload a line'] as const,
  ];
  return `cardwise: which GPU servers to rent, and why.

Commands:
${rows.map(([usage, does]) => `  ${usage}\n      ${does}\n`).join('')}
A question comes from FILE or standard input (JSON or YAML), and from flags:
  --scenario llm-inference --model Qwen3-8B --concurrency 20 --provider tencent --currency CNY
  --budget 20000CNY --set workload.latency.timeToFirstTokenMs=1000   (any field, by its path)

Everywhere:
  --server URL     the service to ask (CARDWISE_SERVER); without one the bundled catalogue answers
  --key KEY        its API key (CARDWISE_API_KEY)
  --output FORM    table (default), json, markdown
  --language LANG  en, zh
  --export FORMAT  with recommend or consolidate on the bundled catalogue: the plan as a file
                   (${EXPORT_FORMAT_IDS.join(', ')})

Ends with 0 when it was answered, 2 when the command line is wrong, 3 when the request was refused, 4 when the answer is
no (nothing fits, not valid), 5 when the service cannot be reached, 1 when something broke.
`;
}

export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let local: LocalService | undefined;
  try {
    const { flags, words } = parse(argv);
    if (flags.help === true || words.length === 0) {
      terminal.stdout.write(help());
      return words.length === 0 && flags.help !== true ? EXIT.usage : EXIT.ok;
    }
    const server = text(flags.server) ?? terminal.env.CARDWISE_SERVER;
    if (server === undefined) local = await startLocalService(new Date());
    const apiKey = text(flags.key) ?? terminal.env.CARDWISE_API_KEY;
    const client = createClient({
      baseUrl: server ?? local?.baseUrl ?? '',
      language: text(flags.language) === 'zh' ? 'zh' : 'en',
      // What needs a server will not be there a moment later.
      ...(server === undefined ? { maxRetries: 0 } : {}),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    if (words[0] === 'batch') return await batch(client, words[1], terminal);
    if (words[0] === 'quote' && words[1] === 'export') return await exportQuote(client, words[2], flags, terminal);
    const found = commandFor(words);
    const body = async () => withFlags(await bodyFrom(found.rest[0], terminal), flags);
    let asked: Readonly<Record<string, unknown>> = {};
    const result = await found.command.ask({
      client,
      words: found.rest,
      flags,
      body: async () => {
        asked = await body();
        return asked;
      },
      progress: (what, total) => startProgress(what, total, terminal.isWatched, terminal.stderr),
    });
    if (!result.ok) return refused(result.problem, flags, terminal);
    const exported = exportOf(found.name, flags, local, asked, result.value);
    terminal.stdout.write(
      exported ?? show(result.value, found.command.view(result.value), text(flags.output) ?? 'table'),
    );
    return found.command.isNo?.(result.value) === true ? EXIT.no : EXIT.ok;
  } catch (error) {
    return failed(error, terminal);
  } finally {
    await local?.close();
  }
}

function text(value: Flags[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parse(argv: readonly string[]): { readonly flags: Flags; readonly words: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const output = values.output;
    if (output !== undefined && !['table', 'json', 'markdown'].includes(String(output)))
      throw new UsageError(`--output ${output}: expected table, json or markdown`);
    return { flags: values as Flags, words: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}

function commandFor(words: readonly string[]): {
  readonly name: string;
  readonly command: Command;
  readonly rest: readonly string[];
} {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = COMMANDS[name];
    if (words.length >= length && command !== undefined) return { name, command, rest: words.slice(length) };
  }
  throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}". Try cardwise --help.`);
}

async function bodyFrom(file: string | undefined, { stdin }: Terminal): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  return parseBody(await textFrom(file, stdin), file === '-' ? 'standard input' : file);
}

async function textFrom(file: string, stdin: NodeJS.ReadableStream | null): Promise<string> {
  if (file !== '-')
    return readFile(file, 'utf8').catch(() => {
      throw new UsageError(`${file} cannot be read.`);
    });
  if (stdin === null) throw new UsageError('Nothing comes in on standard input.');
  let whole = '';
  for await (const chunk of stdin) whole += String(chunk);
  return whole;
}

function show(value: unknown, sections: readonly Section[], output: string): string {
  if (output === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  return output === 'markdown' ? renderMarkdown(sections) : renderTerminal(sections);
}

/** The plan as a file for another program; undefined = not asked for. */
function exportOf(
  name: string,
  flags: Flags,
  local: LocalService | undefined,
  asked: unknown,
  value: unknown,
): string | undefined {
  const format = text(flags.export);
  if (format === undefined) return undefined;
  if (name === 'consolidate') {
    if (format !== 'kubernetes') throw new UsageError('consolidate can be exported as kubernetes.');
    return sharedServices(value as ConsolidateReply).text;
  }
  if (name !== 'recommend') throw new UsageError('--export goes with recommend, consolidate or quote export.');
  if (local === undefined)
    throw new UsageError('With a server, freeze the plan first: quote create, then quote export.');
  const reply = value as RecommendReply;
  const plan = reply.plans[Number(text(flags.rank) ?? 1) - 1];
  if (plan === undefined) throw new UsageError('There is no plan of that rank.');
  const subject = subjectOf(local.catalogue, asked as RecommendRequest, reply, plan);
  const outcome = exportPlan(format, subject, { language: text(flags.language) === 'zh' ? 'zh' : 'en' });
  if ('unknown' in outcome) throw new UsageError(`--export ${format}: expected one of ${EXPORT_FORMAT_IDS.join(', ')}`);
  if ('refused' in outcome) throw new UsageError(outcome.refused[text(flags.language) === 'zh' ? 'zh' : 'en']);
  return outcome.file.text;
}

async function exportQuote(
  client: ReturnType<typeof createClient>,
  id: string | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<ExitCode> {
  const format = text(flags.format);
  if (id === undefined || format === undefined) throw new UsageError(`cardwise ${EXPORT_USAGE}`);
  const item = text(flags.item);
  const plan = text(flags.plan);
  const result = await client.exportQuote({
    path: { id },
    query: { format, ...(item === undefined ? {} : { item }), ...(plan === undefined ? {} : { plan }) } as never,
  });
  if (!result.ok) return refused(result.problem, flags, terminal);
  terminal.stdout.write(typeof result.value === 'string' ? result.value : `${JSON.stringify(result.value, null, 2)}\n`);
  return EXIT.ok;
}

/** Lines in, lines out. The bar counts answers; how many there will be is known for a file. */
async function batch(
  client: ReturnType<typeof createClient>,
  file: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const lines = (await textFrom(file ?? '-', terminal.stdin)).split('\n').filter((line) => line.trim() !== '');
  const questions = lines.map((line, index) => {
    try {
      return JSON.parse(line) as BatchLine;
    } catch {
      throw new UsageError(`line ${index + 1} is not JSON.`);
    }
  });
  const bar = startProgress('Answering', questions.length, terminal.isWatched, terminal.stderr);
  let done = 0;
  let worst: ExitCode = EXIT.ok;
  try {
    for await (const answer of client.recommendBatch(questions)) {
      if (!terminal.stdout.write(`${JSON.stringify(answer)}\n`))
        await new Promise<void>((resolve) => terminal.stdout.once('drain', resolve));
      if (answer.status >= 400) worst = EXIT.refused;
      bar.update(++done);
    }
  } finally {
    bar.stop();
  }
  return worst;
}

function refused(problem: Problem, flags: Flags, { stdout, stderr }: Terminal): ExitCode {
  if (text(flags.output) === 'json') stdout.write(`${JSON.stringify(problem, null, 2)}\n`);
  else {
    stderr.write(`${problem.title} (${problem.code})${problem.detail === undefined ? '' : `: ${problem.detail}`}\n`);
    for (const { pointer, parameter, detail, allowed } of problem.errors ?? [])
      stderr.write(
        `  ${pointer ?? parameter ?? ''}: ${detail}${allowed === undefined ? '' : ` Accepted: ${allowed.slice(0, 10).join(', ')}`}\n`,
      );
  }
  if ((problem.errors ?? []).length === 0 && problem.advice !== undefined) stderr.write(`  ${problem.advice}\n`);
  return problem.status >= 500 || problem.status === 429 ? EXIT.unavailable : EXIT.refused;
}

function failed(error: unknown, terminal: Terminal): ExitCode {
  const { stderr } = terminal;
  if (error instanceof UsageError) {
    stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof Unreachable) {
    stderr.write(`${error.message}\n`);
    return EXIT.unavailable;
  }
  if (error instanceof ProblemError) return refused(error.problem, {}, terminal);
  stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  return EXIT.failed;
}
