/** The evidence pack as a report of headings, tables and lists: what Markdown and HTML both render. */
import type { ExportSubject, Language } from '../export-format.js';
import { evidencePack } from './pack.js';
import { say } from './words.js';

export type ReportPart =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string };

export function report(subject: ExportSubject, language: Language): readonly ReportPart[] {
  const pack = evidencePack(subject, language);
  const { plan, quote, reply } = { ...pack, reply: subject.reply };
  const { placement, cost } = plan;
  const word = (name: Parameters<typeof say>[0]) => say(name, language);
  const heading = (name: Parameters<typeof say>[0]): ReportPart => ({ kind: 'heading', level: 2, text: word(name) });
  const pairs = (rows: readonly (readonly [string, string | null])[]): ReportPart => ({
    kind: 'table',
    columns: ['', ''],
    rows: rows.filter(([, value]) => value !== null && value !== '').map(([name, value]) => [name, value ?? '']),
  });
  const { tensor, pipeline, data, expert, context } = placement.parallelism;
  const money = cost.monthly === null ? word('unpriced') : `${cost.monthly.amount} ${cost.monthly.currency}`;
  return [
    { kind: 'heading', level: 1, text: word('title') },
    ...(quote === null
      ? []
      : [
          pairs([
            [word('quote'), quote.number],
            [word('issued'), quote.issuedAt],
            [word('expires'), quote.expiresAt],
            [word('reference'), quote.reference],
            [word('costCentre'), quote.costCentre],
            [word('approver'), quote.approver],
            [word('hash'), quote.contentHash],
          ]),
        ]),
    heading('basis'),
    pairs([
      [word('catalogue'), pack.catalogueVersion],
      [word('engine'), pack.engineVersion],
      [word('pricedOn'), pack.pricedOn],
    ]),
    heading('question'),
    { kind: 'code', text: JSON.stringify(pack.question, null, 2) },
    heading('recommendation'),
    pairs([
      [word('plan'), `${plan.id} (#${plan.rank})`],
      [word('servers'), `${placement.servers} × ${placement.instanceType}`],
      [
        word('accelerators'),
        `${placement.servers * placement.acceleratorsPerServer} × ${subject.hardware.accelerator.name}`,
      ],
      [
        word('place'),
        `${placement.provider} ${placement.region}${placement.zone === null ? '' : ` ${placement.zone}`}`,
      ],
      [
        word('layout'),
        `tensor ${tensor}, pipeline ${pipeline}, data ${data}, expert ${expert}${context === undefined ? '' : `, context ${context}`}; replicas ${placement.replicas}`,
      ],
      [
        word('software'),
        [placement.software.name, placement.software.version, placement.software.precision]
          .filter((x) => x !== null)
          .join(' '),
      ],
      [word('monthly'), money],
      [word('score'), String(plan.score)],
    ]),
    heading('dimensions'),
    {
      kind: 'table',
      columns: [word('dimension'), word('score'), word('weight'), word('reasons')],
      rows: Object.entries(plan.dimensions).map(([id, { score, weight, because }]) => [
        id,
        String(score),
        String(weight),
        because.map(({ message }) => message).join(' '),
      ]),
    },
    heading('performance'),
    {
      kind: 'table',
      columns: [word('metric'), word('low'), word('expected'), word('high'), word('evidence')],
      rows: pack.accuracy.map(({ metric, low, expected, high, evidence }) => [
        metric,
        figure(low),
        figure(expected),
        figure(high),
        evidence,
      ]),
    },
    heading('bill'),
    {
      kind: 'table',
      columns: [word('item'), word('quantity'), word('unitPrice'), word('amount'), word('mode'), word('sheet')],
      rows: [
        ...pack.lines.map((line) => [
          line.label,
          `${line.quantity} ${line.unit}`,
          line.unitPrice === null
            ? word('unpriced')
            : `${line.unitPrice}${line.discountRatio === undefined ? '' : ` × ${line.discountRatio}`}`,
          line.amount === null ? word('unpriced') : `${line.amount} ${cost.currency}`,
          [line.billingMode, line.termMonths === undefined ? null : `${line.termMonths} m`]
            .filter((x) => x !== null)
            .join(' '),
          line.priceSheet === null ? word('none') : `${line.priceSheet.id} v${line.priceSheet.version}`,
        ]),
        [word('total'), '', '', money, '', ''],
      ],
    },
    ...(cost.schedule.length === 0
      ? []
      : [
          heading('payments'),
          {
            kind: 'table' as const,
            columns: [word('month'), `${word('cash')} (${cost.currency})`, `${word('amortised')} (${cost.currency})`],
            rows: cost.schedule.map(({ month, cash, amortised }) => [String(month), cash, amortised]),
          },
        ]),
    heading('sources'),
    {
      kind: 'table',
      columns: [word('sheet'), word('source'), word('asOf'), word('confidence')],
      rows: pack.priceSheets.map((sheet) => [
        `${sheet.id} v${sheet.version}`,
        sheet.source,
        sheet.asOf,
        sheet.confidence,
      ]),
    },
    heading('alternatives'),
    {
      kind: 'table',
      columns: ['#', word('servers'), word('accelerators'), word('place'), word('monthly'), word('score')],
      rows: pack.alternatives.map((line) => [
        String(line.rank),
        `${line.servers} × ${line.instanceType}`,
        line.accelerators,
        `${line.provider} ${line.region}`,
        line.monthly ?? word('unpriced'),
        String(line.score),
      ]),
    },
    heading('rejected'),
    {
      kind: 'table',
      columns: [word('reason'), word('count'), word('example')],
      rows: pack.rejected.byReason.map(({ code, count, example }) => [code, String(count), example ?? '']),
    },
    heading('assumptions'),
    { kind: 'list', items: pack.assumptions.map(({ message }) => message) },
    heading('warnings'),
    { kind: 'list', items: pack.warnings.map(({ message }) => message) },
    heading('loadTest'),
    {
      kind: 'list',
      items: [pack.loadTest.summary.message, ...pack.loadTest.decide.map(({ message }) => message)],
    },
    { kind: 'code', text: reply.loadTest.commands.map(({ tool, command }) => `# ${tool}\n${command}`).join('\n\n') },
  ];
}

function figure(value: number): string {
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(4)));
}
