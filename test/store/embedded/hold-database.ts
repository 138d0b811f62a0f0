/** Holds the embedded database of a directory until it is killed; says so on its output. */
import { startEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.js';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('which directory?');
await startEmbeddedDatabase({ dataDir, isDurable: false });
process.stdout.write('started\n');
setInterval(() => undefined, 60_000);
