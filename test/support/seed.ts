/** The catalogue of the release in memory: read once a test file that asks for it. */
import { readSeed } from '../../prisma/seed/read-seed.js';
import type { Ports } from '../../src/application/use-cases.js';
import { memoryPorts } from './app.js';

export function seedPorts(): Ports {
  return memoryPorts(readSeed());
}
