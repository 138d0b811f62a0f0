/** What holds for every format. */
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDINGS } from '../../src/engine/findings/index.js';
import { FEED_IDS, FEEDS } from '../../src/feeds/index.js';
import { SKIP_REASONS, UNREADABLE_CODES } from '../../src/feeds/reasons.js';
import { readFeed } from './read-feed.js';

describe('the registry of feeds', () => {
  it('holds every importer of the folder', () => {
    const files = readdirSync(new URL('../../src/feeds', import.meta.url)).filter((file) => file.endsWith('.ts'));
    expect(Object.keys(FEEDS).length).toBe(22);
    for (const id of ['tencent-zone-config', 'aws-offer-json', 'azure-retail', 'skypilot', 'focus'])
      expect(files).toContain(`${id}.ts`);
    expect(existsSync(new URL('../../src/feeds/README.md', import.meta.url))).toBe(true);
  });

  it.each(FEED_IDS)('%s refuses what is not its format, and never takes it for an empty list', async (id) => {
    const settings = { currency: 'USD', region: 'r', sku: 's' };
    for (const text of ['<html><body>503</body></html>', '\u0000\u0001\u0002']) {
      const outcome = await readFeed(id, text, settings).then(
        ({ rows, unreadable }) => (rows.length === 0 && unreadable.length > 0 ? 'unreadable' : 'taken'),
        (error: { code?: string }) => error.code ?? String(error),
      );
      expect(['unreadable', 'feed-not-json', 'feed-not-csv', 'feed-wrong-format']).toContain(outcome);
    }
  });

  it('has a sentence in both languages for every reason', () => {
    for (const code of [...SKIP_REASONS, ...UNREADABLE_CODES])
      expect(FINDINGS[code]).toMatchObject({ en: expect.any(String), zh: expect.any(String) });
  });
});
