/** Work that is thought about before its transaction: nothing twice, and nothing on what has changed meanwhile. */
import { describe, expect, it } from 'vitest';
import type { RecordedReply, WriteSession, Writes } from '../../src/application/ports.js';
import { prepareThenWriteOnce } from '../../src/application/write-once.js';

const ACTOR = { id: 'key', tenant: 'default', requestId: 'r' };
const REPEATABLE = { key: 'a-key-of-the-caller', operation: 'POST /things', requestHash: 'h' };

/** Writes over a ledger in memory. */
function bench() {
  const records = new Map<string, RecordedReply>();
  let isInside = false;
  const session = {
    idempotency: {
      claim: async (_tenant: string, { key }: { key: string }) => {
        const reply = records.get(key);
        return reply === undefined ? { kind: 'fresh' } : { kind: 'replay', reply };
      },
      record: async (_tenant: string, { key }: { key: string }, reply: RecordedReply) => {
        records.set(key, reply);
      },
    },
  } as unknown as WriteSession;
  const writes: Writes = {
    async transact(work) {
      isInside = true;
      try {
        return await work(session);
      } finally {
        isInside = false;
      }
    },
  };
  let version = 1;
  let prepared = 0;
  const make = (changes: number) =>
    prepareThenWriteOnce(
      writes,
      { actor: ACTOR, repeatable: REPEATABLE, render: (body: number) => ({ status: 201, headers: {}, body }) },
      async () => {
        expect(isInside).toBe(false);
        prepared++;
        const made = version;
        if (prepared <= changes) version++;
        return made;
      },
      (made) => made === version,
      async (_session, made) => {
        expect(isInside).toBe(true);
        return made;
      },
    );
  return { make, prepared: () => prepared };
}

describe('what is prepared before its transaction', () => {
  it('is prepared outside of it, once, and not again for a repeated call', async () => {
    const { make, prepared } = bench();
    const first = await make(0);
    const again = await make(0);
    expect([first.isReplay, again.isReplay, first.reply.body, again.reply.body]).toEqual([false, true, 1, 1]);
    expect(prepared()).toBe(1);
  });

  it('is prepared anew where what it stands on has changed, but not for ever', async () => {
    const once = bench();
    expect((await once.make(1)).reply.body).toBe(2);
    expect(once.prepared()).toBe(2);
    const always = bench();
    expect((await always.make(9)).reply.body).toBe(3);
    expect(always.prepared()).toBe(3);
  });
});
