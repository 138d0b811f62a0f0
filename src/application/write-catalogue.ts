/** Creating, replacing and retiring an entry of the catalogue. Shape was checked before; here it is what it refers to. */
import type { Accelerator } from '../engine/catalogue/accelerator.js';
import { expectedDeviceMemoryGiB, isFarMemory, isUsableMemoryPlausible } from '../engine/catalogue/device-memory.js';
import type { InstanceType } from '../engine/catalogue/instance.js';
import { CATALOGUE_KINDS, type CatalogueKindName, type EntryFacts, keyOf } from './catalogue-kinds.js';
import type { Actor, CatalogueEntry, CatalogueReader, WriteSession, Writes } from './ports.js';
import { absent, Problem, type ProblemError } from './problems.js';
import { etagOf } from './read-catalogue.js';

/** Which version the caller means: none yet, or one of those that it read. */
export type Precondition = { readonly mustNotExist: true } | { readonly etags: readonly string[] };

export interface PutEntry {
  readonly kind: CatalogueKindName;
  readonly key: string;
  readonly facts: EntryFacts;
  readonly precondition: Precondition | null;
}

export type PutCatalogue = (
  actor: Actor,
  put: PutEntry,
) => Promise<{ readonly entry: CatalogueEntry; readonly isCreated: boolean }>;

export function putCatalogue(writes: Writes, reader: CatalogueReader): PutCatalogue {
  return async (actor, { kind: kindName, key, facts, precondition }) => {
    const kind = CATALOGUE_KINDS[kindName];
    if (precondition === null) throw new Problem('precondition-required');
    const stated = keyOf(kind, facts);
    if (stated !== key) throw mismatch(kind.isOfProvider, key, stated);
    const result = await writes.transact(async (session) => {
      await checkReferences(session, kindName, facts);
      await checkMemory(session, kindName, facts);
      const before = await session.catalogue.find(kindName, key);
      if ('mustNotExist' in precondition) {
        if (before !== undefined) throw new Problem('already-exists');
        const entry = await session.catalogue.create(kindName, key, facts);
        await session.audit(actor, { action: 'create', subjectKind: kindName, subjectId: key, after: facts });
        return { entry, isCreated: true };
      }
      if (before === undefined) throw absent(kindName, key);
      requireMatch(before, precondition.etags);
      const entry = await session.catalogue.replace(kindName, key, facts);
      await session.audit(actor, {
        action: 'replace',
        subjectKind: kindName,
        subjectId: key,
        before: before.facts,
        after: facts,
      });
      return { entry, isCreated: false };
    });
    await reader.refresh();
    return result;
  };
}

export type RetireCatalogue = (
  actor: Actor,
  target: { readonly kind: CatalogueKindName; readonly key: string; readonly etags: readonly string[] | null },
) => Promise<CatalogueEntry>;

export function retireCatalogue(writes: Writes, reader: CatalogueReader): RetireCatalogue {
  return async (actor, { kind, key, etags }) => {
    if (etags === null) throw new Problem('precondition-required');
    const entry = await writes.transact(async (session) => {
      const before = await session.catalogue.find(kind, key);
      if (before === undefined) throw absent(kind, key);
      requireMatch(before, etags);
      if (before.isRetired) return before;
      const referrers = CATALOGUE_KINDS[kind].hasSaleStatus ? [] : await session.catalogue.referrers(kind, key);
      if (referrers.length > 0) throw stillReferenced(referrers);
      const after = await session.catalogue.retire(kind, key);
      await session.audit(actor, {
        action: 'retire',
        subjectKind: kind,
        subjectId: key,
        before: before.facts,
        after: after.facts,
      });
      return after;
    });
    await reader.refresh();
    return entry;
  };
}

function requireMatch(entry: CatalogueEntry, etags: readonly string[]): void {
  if (!etags.includes('*') && !etags.includes(etagOf(entry))) throw new Problem('precondition-failed');
}

function mismatch(isOfProvider: boolean, key: string, stated: string): Problem {
  return new Problem('invalid-catalogue-entry', {
    errors: [
      {
        pointer: isOfProvider && key.split('/')[0] !== stated.split('/')[0] ? '/provider' : '/id',
        code: 'address-mismatch',
        detail: {
          en: `The address says "${key}", the body says "${stated}".`,
          zh: `地址为 “${key}”，而请求体为 “${stated}”。`,
        },
      },
    ],
  });
}

function stillReferenced(referrers: readonly string[]): Problem {
  return new Problem('still-referenced', {
    errors: referrers.map((name) => ({
      code: 'referenced-by',
      detail: { en: `${name} refers to it.`, zh: `${name} 引用了它。` },
    })),
  });
}

async function checkReferences(session: WriteSession, kindName: CatalogueKindName, facts: EntryFacts): Promise<void> {
  const references = CATALOGUE_KINDS[kindName].references(facts);
  const errors: ProblemError[] = [];
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const ofKind = references.filter((reference) => reference.kind === kind);
    const found = await session.catalogue.existing(
      kind,
      ofKind.map((reference) => reference.key),
    );
    for (const { key, pointer } of ofKind) {
      if (!found.has(key)) errors.push(unknownReference(kind, key, pointer));
    }
  }
  if (errors.length > 0) throw new Problem('invalid-catalogue-entry', { errors });
}

/** A fraction shown as a whole card, or a card with another's memory, would be sized and sold as what it is not. */
async function checkMemory(session: WriteSession, kindName: CatalogueKindName, facts: EntryFacts): Promise<void> {
  if (kindName === 'accelerators') {
    const card = facts as unknown as Accelerator;
    if (!isUsableMemoryPlausible(card)) throw wrongMemory('/usableMemoryGiB', card.usableMemoryGiB, card.memoryGiB);
  }
  if (kindName !== 'instance-types') return;
  const type = facts as unknown as InstanceType;
  const card = type.accelerator === null ? undefined : await session.catalogue.look('accelerators', type.accelerator);
  if (card === undefined) return;
  const expected = expectedDeviceMemoryGiB(type, card.facts as unknown as Accelerator);
  const stated = type.acceleratorMemoryGiB;
  if (expected === null || (stated === null && type.acceleratorShare === 1)) return;
  if (stated === null || isFarMemory(stated, expected)) throw wrongMemory('/acceleratorMemoryGiB', stated, expected);
}

function wrongMemory(pointer: string, stated: number | null, expected: number | null): Problem {
  return new Problem('invalid-catalogue-entry', {
    errors: [
      {
        pointer,
        code: 'wrong-memory',
        detail: {
          en: `${stated ?? 'Nothing'} is stated; about ${expected} GiB follows from the card and the share of it.`,
          zh: `填写为 ${stated ?? '空'}；按该卡及其份额应约为 ${expected} GiB。`,
        },
      },
    ],
  });
}

export function unknownReference(kind: CatalogueKindName, key: string, pointer: string): ProblemError {
  const { singular } = CATALOGUE_KINDS[kind];
  return {
    pointer,
    code: `unknown-${singular.replace(/ /g, '-')}`,
    detail: { en: `There is no ${singular} "${key}" in the catalogue.`, zh: `目录中没有 “${key}”（${singular}）。` },
  };
}
