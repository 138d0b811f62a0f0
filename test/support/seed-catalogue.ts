/**
 * The catalogue of this release, opened once a test file. Its version is fixed: an answer should not change its bytes for a
 * seed entry that it does not stand on.
 */
import { readSeed } from '../../prisma/seed/read-seed.js';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';

let opened: Catalogue | undefined;

export function seedCatalogue(): Catalogue {
  opened ??= openCatalogue({ ...readSeed(), version: 'this-release' });
  return opened;
}
