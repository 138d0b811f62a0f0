/** The public surface of the engine: pure functions of a question and an opened catalogue. */

export type { Catalogue } from './catalogue/catalogue.js';
export { openCatalogue } from './catalogue/snapshot.js';
export type { CatalogueSnapshot } from './catalogue/snapshot-schema.js';
export { evaluate } from './evaluate.js';
export { localise } from './finding.js';
export type { AskContext } from './recommend.js';
export { recommend } from './recommend.js';
export { consolidate } from './sharing/consolidate.js';
export { ENGINE_VERSION } from './version.js';
export { SCENARIOS } from './workload/scenarios/index.js';
