/** Checks the seed data: shape first, then meaning. `npm run seed:check`. */
import { checkSeed, readExceptions, readPriceBands } from './checks.js';
import { readSeed } from './read-seed.js';
import { findShapeFaults } from './shape.js';

const snapshot = readSeed();
const faults = [
  ...findShapeFaults(snapshot),
  ...checkSeed({ snapshot, bands: readPriceBands() }, readExceptions()).map((o) => `${o.check}: ${o.message}`),
];
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'The seed data is sound.' : `${faults.length} objections.`);
process.exitCode = faults.length === 0 ? 0 : 1;
