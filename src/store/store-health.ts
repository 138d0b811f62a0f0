/** Whether the database answers. */
import type { StoreHealth } from '../application/ports.js';
import type { Database } from './database.js';

const PATIENCE_MS = 1_000;

export function storeHealth(database: Database): StoreHealth {
  return {
    async isReachable() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), PATIENCE_MS);
      });
      const answer = database.$queryRaw`SELECT 1`.then(
        () => true,
        () => false,
      );
      return Promise.race([answer, late]).finally(() => clearTimeout(timer));
    },
  };
}
