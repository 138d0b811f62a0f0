/** Back to an earlier version of a price sheet, in one call: its rates become the newest version, published at once. */
import type { CatalogueReader, PriceSheetHead, Writes } from './ports.js';
import { checkPlaces, LARGE_SHEET_MS } from './price-sheets.js';
import { absent, Problem } from './problems.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export type RollBackPrices = (
  id: string,
  reason: string,
  options: OnceOptions<PriceSheetHead>,
) => Promise<WriteOnceReply>;

export function rollBackPrices(writes: Writes, reader: CatalogueReader): RollBackPrices {
  return async (id, reason, options) => {
    const done = await writeOnce(writes, { ...options, timeoutMs: LARGE_SHEET_MS }, async (session) => {
      const target = await session.priceImports.lock(id, 'change');
      if (target === 'busy') throw new Problem('import-running');
      if (target === undefined) throw absent('price-sheet', id);
      if (target.status === 'draft') throw conflict('not-published', 'A draft was never published.', '草稿从未发布。');
      const { provider, series } = target;
      const now = await session.priceSheets.publishedOf(provider, series);
      if (now?.id === id)
        throw conflict('is-published', 'This version is the published one.', '该版本即为当前发布版本。');
      checkPlaces(target, await session.priceSheets.places(id), reader);
      const { label, source } = target;
      const note = `Rolled back to version ${target.version}${now === undefined ? '' : ` from ${now.version}`}: ${reason}`;
      const draft = await session.priceSheets.create({ provider, series, label, source, note }, options.actor);
      await session.priceSheets.copyRows(draft.id, id);
      const head = await session.priceSheets.publish(draft.id, options.actor);
      await session.audit(options.actor, {
        action: 'roll-back',
        subjectKind: 'price-sheets',
        subjectId: head.id,
        before: now ?? null,
        after: { ...head, sameAs: id, reason },
      });
      return head;
    });
    await reader.refresh();
    return done;
  };
}

function conflict(code: string, en: string, zh: string): Problem {
  return new Problem('conflict', { errors: [{ code, detail: { en, zh } }] });
}
