/**
 * Recent questions, kept to show what a new price sheet would change. Noted in memory and written now and then, beside the
 * answers: no planning request waits for it, and a database that is away loses some questions and nothing else.
 */
import { createHash } from 'node:crypto';
import type { QuestionLog, RecordedQuestion } from '../application/ports.js';
import type { RecommendRequest } from '../engine/question.js';
import type { Database } from './database.js';
import { jsonText } from './json-text.js';
import { asked } from './store-errors.js';

/** Different questions that wait to be written; more are dropped. */
const MAX_WAITING = 200;
/** Different questions that are kept of each tenant. */
const KEPT = 500;
const OPERATION = 'recommend';

export interface LiveQuestionLog extends QuestionLog {
  /** Writes what waits. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface QuestionLogOptions {
  readonly database: Database;
  readonly flushSeconds: number;
  readonly onTrouble: (error: unknown, what: string) => void;
}

export function openQuestionLog({ database, flushSeconds, onTrouble }: QuestionLogOptions): LiveQuestionLog {
  const waiting = new Map<string, { readonly at: Date; readonly question: Omit<RecordedQuestion, 'at'> }>();
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const some = [...waiting.values()];
    waiting.clear();
    if (some.length === 0) return;
    const rows = some.map(({ at, question: { tenant, request, catalogueVersion, best } }) => ({
      at: at.toISOString(),
      tenant,
      requestHash: hashOf(request),
      request,
      catalogueVersion,
      plans: best === null ? [] : [best],
    }));
    await database.$executeRaw`
      INSERT INTO "RecordedQuestion" ("at", "tenant", "operation", "requestHash", "request", "catalogueVersion", "plans")
      SELECT "at", "tenant", ${OPERATION}, "requestHash", "request", "catalogueVersion", "plans"
        FROM jsonb_to_recordset(${jsonText(rows)}::jsonb) AS q(
             "at" timestamptz, "tenant" text, "requestHash" text, "request" jsonb, "catalogueVersion" text, "plans" jsonb)
          ON CONFLICT ("tenant", "operation", "requestHash") DO UPDATE
         SET "at" = excluded."at", "catalogueVersion" = excluded."catalogueVersion", "plans" = excluded."plans"`;
    await database.$executeRaw`
      DELETE FROM "RecordedQuestion" WHERE "id" IN (
        SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY "tenant" ORDER BY "at" DESC, "id" DESC) AS "place"
                            FROM "RecordedQuestion") placed
         WHERE "place" > ${KEPT})`;
  };
  const flush = () => {
    writing = writing.then(write).catch((error: unknown) => onTrouble(error, 'questions could not be noted'));
    return writing;
  };
  const timer = setInterval(() => void flush(), flushSeconds * 1000);
  timer.unref();

  return {
    note(question) {
      const key = `${question.tenant} ${hashOf(question.request)}`;
      if (waiting.size < MAX_WAITING || waiting.has(key)) waiting.set(key, { at: new Date(), question });
    },
    latest: (tenant, limit) =>
      asked(async () => {
        await flush();
        const rows = await database.recordedQuestion.findMany({
          where: { operation: OPERATION, ...(tenant === null ? {} : { tenant }) },
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
          take: limit,
        });
        return rows.map((row) => ({
          tenant: row.tenant,
          at: row.at.toISOString(),
          request: row.request as unknown as RecommendRequest,
          catalogueVersion: row.catalogueVersion,
          best: (row.plans as unknown as NonNullable<RecordedQuestion['best']>[])[0] ?? null,
        }));
      }),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function hashOf(request: RecommendRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
