import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, Settings } from '../src/config.js';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('needs no setting at all', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ HOST: '127.0.0.1', PORT: 8080, AUTH: 'open', LOG_LEVEL: 'info', CORS_ORIGINS: [] });
    expect(config.DATA_DIR).toMatch(/\.cardwise$/);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 8080, AUTH: 'open' });
  });

  it('limits callers who hold keys more than whoever sits on the machine, unless told otherwise', () => {
    expect(readConfig({}).RATE_LIMIT_PER_MINUTE).toBe(100_000);
    expect(readConfig({ AUTH: 'keys' }).RATE_LIMIT_PER_MINUTE).toBe(600);
    expect(readConfig({ RATE_LIMIT_PER_MINUTE: '50' }).RATE_LIMIT_PER_MINUTE).toBe(50);
  });

  it('reads numbers, switches and lists', () => {
    const config = readConfig({ PORT: '0', TRUST_PROXY: 'true', CORS_ORIGINS: 'https://a.example, https://b.example' });
    expect(config).toMatchObject({
      PORT: 0,
      TRUST_PROXY: true,
      CORS_ORIGINS: ['https://a.example', 'https://b.example'],
    });
  });

  it('lists every fault at once', () => {
    const faults = faultsOf({ PORT: '80a', LOG_LEVEL: 'loud', CORS_ORIGINS: '*', DATABASE_POOL_SIZE: '1e3' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_POOL_SIZE',
      'LOG_LEVEL',
      'CORS_ORIGINS',
    ]);
    expect(faults[0]).toContain('a whole number from 0 to 65535');
    expect(faults[2]).toContain('fatal, error, warn, info, debug, trace, silent');
  });

  it('asks for keys when the service can be reached from outside or the database is shared', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).AUTH).toBe('keys');
    expect(readConfig({ DATABASE_URL: 'postgresql://db/cardwise' }).AUTH).toBe('keys');
    expect(readConfig({ HOST: '::1' }).AUTH).toBe('open');
  });

  it('refuses open access anywhere else than on loopback with the embedded database', () => {
    expect(faultsOf({ AUTH: 'open', HOST: '10.0.0.1' })).toHaveLength(1);
    expect(faultsOf({ AUTH: 'open', DATABASE_URL: 'postgresql://db/cardwise' })).toHaveLength(1);
    expect(faultsOf({ AUTH: 'open', HOST: 'localhost' })).toHaveLength(0);
  });

  it('never repeats an address, which may hold a password', () => {
    const [fault] = faultsOf({ DATABASE_URL: 'mysql://root:hunter2@db/cardwise' });
    expect(fault).toMatch(/^DATABASE_URL/);
    expect(fault).not.toContain('hunter2');
  });

  it('describes every setting', () => {
    for (const [name, schema] of Object.entries(Settings.properties)) {
      expect((schema as { description?: string }).description, name).toBeTruthy();
    }
  });
});
