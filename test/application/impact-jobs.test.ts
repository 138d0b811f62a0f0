/** Impacts as jobs: one at a time, few that wait, an end that says what became of each. */
import { describe, expect, it } from 'vitest';
import type { ImpactLog, PriceSheetHead, WriteSession } from '../../src/application/ports.js';
import { type ImpactPorts, openImpactJobs } from '../../src/application/price-impact.js';
import type { Impact } from '../../src/engine/price-impact/impact.js';
import { memoryPorts } from '../support/app.js';

const ACTOR = { id: 'key', tenant: 'default', requestId: 'r' };
const HEAD = { id: 'alpha-list-v2', provider: 'alpha', series: 'list', status: 'draft', revision: 3 } as PriceSheetHead;
const SAME: Impact = { currency: null, before: null, after: null, isTouched: false };

/** Jobs over ports in memory; each question waits until the test lets it go. */
function bench(part: Partial<ImpactPorts> = {}) {
  const jobs = new Map<string, Awaited<ReturnType<ImpactLog['start']>>>();
  const waiting: (() => void)[] = [];
  let most = 0;
  let asked = 0;
  let tellCancelled: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => {
    tellCancelled = resolve;
  });
  let now = 0;
  const change = (id: string, with_: object, when: (status: string) => boolean) => {
    const job = jobs.get(id);
    if (job === undefined || !when(job.status)) return false;
    jobs.set(id, { ...job, ...with_ });
    return true;
  };
  const log: ImpactLog = {
    async start(sheet, settings, progress, actor) {
      const at = new Date().toISOString();
      const job = {
        id: `job-${jobs.size + 1}`,
        sheet,
        tenant: actor.tenant,
        status: 'running' as const,
        settings,
        progress,
        createdBy: actor.id,
        startedAt: at,
        updatedAt: at,
        finishedAt: null,
        report: null,
      };
      jobs.set(job.id, job);
      return job;
    },
    async progress(id, progress) {
      const isWanted = change(id, { progress }, (status) => status === 'running');
      if (!isWanted) tellCancelled();
      return isWanted;
    },
    end: async (id, status, progress, report) =>
      change(id, { status, progress, report }, (was) => was === 'running' || was === status),
    cancel: async (_sheet, id) => void change(id, { status: 'cancelled' }, (status) => status === 'running'),
    find: async (_sheet, id) => jobs.get(id),
    list: async () => [...jobs.values()],
  };
  const audited: unknown[] = [];
  const ports = memoryPorts();
  const impacts = openImpactJobs({
    ...ports,
    sheets: { list: async () => [], find: async () => HEAD, rows: async () => [] },
    comparer: { ...ports.sheetComparer, changes: async () => ({ added: [], removed: [], currencies: ['CNY'] }) },
    questions: { note: () => undefined, latest: async () => [] },
    impactLog: log,
    writes: {
      transact: (work) =>
        work({
          impactLog: log,
          audit: async (_: unknown, entry: unknown) => audited.push(entry),
        } as unknown as WriteSession),
    },
    impactEngine: {
      priceImpact: () =>
        new Promise((resolve) => {
          asked++;
          most = Math.max(most, ++now);
          waiting.push(() => {
            now--;
            resolve(SAME);
          });
        }),
    },
    ...part,
  });
  const start = async () => {
    const { reply } = await impacts.start(HEAD.id, 0, {
      actor: ACTOR,
      repeatable: null,
      render: (head) => ({ status: 202, headers: {}, body: head }),
    });
    return (reply.body as { id: string }).id;
  };
  const ended = async (id: string) => {
    for (;;) {
      while (waiting.length > 0) waiting.shift()?.();
      const job = jobs.get(id);
      if (job !== undefined && job.status !== 'running') return job;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const asking = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return {
    impacts,
    start,
    ended,
    asking,
    jobs,
    audited,
    most: () => most,
    asked: () => asked,
    /** Until the job has heard of its cancellation. */
    heard: () => cancelled,
    letGo: () => waiting.shift()?.(),
  };
}

describe('impacts', () => {
  it('are reckoned one question at a time, however many are asked for, and more than a few are refused', async () => {
    const { start, ended, most, audited } = bench();
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push(await start());
    await expect(start()).rejects.toMatchObject({ code: 'overloaded' });
    for (const id of ids)
      expect(await ended(id)).toMatchObject({ status: 'done', report: { asked: 9, untouched: 9, items: [] } });
    expect(most()).toBe(1);
    expect(audited).toHaveLength(8);
    await ended(await start());
  });

  it('are no more than a few where many are asked for at the same time', async () => {
    const { start, ended } = bench();
    const asked = await Promise.allSettled(Array.from({ length: 12 }, start));
    const begun = asked.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
    expect(begun).toHaveLength(8);
    for (const reply of asked)
      if (reply.status === 'rejected') expect(reply.reason).toMatchObject({ code: 'overloaded' });
    for (const id of begun) expect(await ended(id)).toMatchObject({ status: 'done' });
  });

  it('tell how far they have come, and stop before the next question when they are cancelled', async () => {
    const { impacts, start, asking, asked, heard, letGo } = bench();
    const id = await start();
    await asking();
    letGo();
    await asking();
    expect(await impacts.cancel(ACTOR, HEAD.id, id)).toMatchObject({ status: 'cancelled' });
    await heard();
    letGo();
    await impacts.stop();
    expect(asked()).toBe(2);
    expect(await impacts.read(ACTOR, HEAD.id, id)).toMatchObject({
      status: 'cancelled',
      questionsAnswered: 1,
      questionsInAll: 9,
    });
    // One that is over stays as it is.
    expect(await impacts.cancel(ACTOR, HEAD.id, id)).toMatchObject({ status: 'cancelled' });
  });

  it('are marked as interrupted when the service stops', async () => {
    const { impacts, start, asking, jobs, letGo } = bench();
    const [running, behind] = [await start(), await start()];
    await asking();
    const stopped = impacts.stop();
    letGo();
    await stopped;
    expect([jobs.get(running)?.status, jobs.get(behind)?.status]).toEqual(['interrupted', 'interrupted']);
    await expect(start()).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('fail with a reason where the draft moved on, changes too much, or the engine breaks', async () => {
    const moved = bench({ sheets: { list: async () => [], find: revisions(3, 4), rows: async () => [] } });
    expect(await moved.ended(await moved.start())).toMatchObject({
      status: 'failed',
      report: { problem: 'conflict', detail: 'The draft changed meanwhile: ask again.' },
    });
    const ports = memoryPorts();
    const large = bench({ comparer: { ...ports.sheetComparer, changes: async () => 'too-many' } });
    const { report } = await large.ended(await large.start());
    expect((report as { detail: string }).detail).toContain('at most 100000 rates');
    const broken = bench({ impactEngine: { priceImpact: () => Promise.reject(new Error('secret')) } });
    expect(await broken.ended(await broken.start())).toMatchObject({
      status: 'failed',
      report: { problem: 'internal' },
    });
  });

  it('are shared by callers who wait for the same one, and handed over as a job to those who would wait too long', async () => {
    const { impacts, asking, jobs, ended } = bench();
    const one = impacts.await(ACTOR, HEAD.id, 0, 60_000);
    await asking();
    expect(await impacts.await(ACTOR, HEAD.id, 0, 0)).toMatchObject({ status: 'running', sheet: HEAD.id });
    const [id = ''] = jobs.keys();
    await ended(id);
    expect(await one).toMatchObject({ asked: 9 });
    expect(jobs.size).toBe(1);
  });

  it('of one tenant are not there for another', async () => {
    const { impacts, start, ended } = bench();
    const id = await start();
    await ended(id);
    await expect(impacts.read({ ...ACTOR, tenant: 'acme' }, HEAD.id, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(impacts.cancel({ ...ACTOR, tenant: 'acme' }, HEAD.id, id)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

/** A draft that has another revision each time it is looked at. */
function revisions(...list: readonly number[]) {
  let at = 0;
  return async () => ({ ...HEAD, revision: list[Math.min(at++, list.length - 1)] ?? 0 });
}
