import { describe, expect, it } from 'vitest';
import { balanceLedger, type Ledger, printLedger, readLedger } from '../../prisma/seed/ledger.js';

const ledger = readLedger();

describe('the ledger of the original files', () => {
  it('accounts for every row of every original, and for every row of the data', () => {
    expect(balanceLedger(ledger)).toEqual([]);
  });

  it('knows the originals by their number of rows', () => {
    const rows = Object.fromEntries(ledger.files.map(({ file, rows: count }) => [file, count]));
    expect(rows).toMatchObject({
      'gpus.csv': 77,
      'models.csv': 102,
      'tencent/instances.csv': 136,
      'tencent/prices.csv': 738,
      'tencent/regions.csv': 21,
      'tencent/software.csv': 89,
      'china/instances.csv': 298,
      'china/prices.csv': 187,
      'china/software.csv': 75,
      'instances/azure.csv': 1412,
    });
    // The four large clouds and the TPU list together, then the thirteen smaller clouds.
    const sum = (prefix: string) =>
      ledger.files.filter(({ file }) => file.startsWith(prefix)).reduce((total, file) => total + file.rows, 0);
    expect(sum('instances/')).toBe(181 + 1412 + 384 + 693 + 21);
    expect(sum('skypilot/')).toBe(730);
  });

  it('leaves out every guess, and says so', () => {
    const guesses = ledger.files.flatMap(({ skipped }) => skipped['guess row: not a fact'] ?? []);
    // 3 in the Tencent file, 26 of Huawei and 11 of Volcano Engine in the other.
    expect(guesses.reduce((total, count) => total + count, 0)).toBe(3 + 26 + 11);
  });

  it('answers all 1,095 remarks of the audit', () => {
    expect(ledger.audit.reduce((total, group) => total + group.rows, 0)).toBe(1095);
    for (const { outcomes } of ledger.audit) for (const { outcome } of outcomes) expect(outcome).not.toBe('UNDECIDED');
  });

  it('notices a row too few, a row too many and a file that nobody accounts for', () => {
    const spoil = (change: Partial<Ledger>) => balanceLedger({ ...ledger, ...change });
    const [file, ...files] = ledger.files;
    const [data, ...rest] = ledger.data;
    if (file === undefined || data === undefined) throw new Error('empty ledger');
    expect(spoil({ files: [{ ...file, rows: file.rows + 1 }, ...files] })).toHaveLength(1);
    expect(spoil({ data: rest })).toEqual([`${data.data}: ${data.rows} rows that the account does not know`]);
    expect(spoil({ data: [{ ...data, rows: data.rows + 1 }, ...rest] })).toHaveLength(2);
  });

  it('prints sums that anyone can check', () => {
    expect(printLedger(ledger)).toContain('instances/azure.csv: 1412 rows = 1310 kept + 102 skipped');
  });
});
