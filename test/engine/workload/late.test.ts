import { describe, expect, it } from 'vitest';
import { finding } from '../../../src/engine/finding.js';
import { LateRejection, LateReport } from '../../../src/engine/workload/late.js';

describe('what is told late', () => {
  it('makes each part of a report at its first reading, once, and the other part not at all', () => {
    const made: string[] = [];
    const report = new LateReport(
      () => {
        made.push('performance');
        return { hours: { low: 1, expected: 2, high: 3, evidence: 'analytic' } };
      },
      () => {
        made.push('findings');
        return [];
      },
    );
    expect(made).toEqual([]);
    expect(report.performance.hours?.expected).toBe(2);
    expect(report.performance).toBe(report.performance);
    expect(made).toEqual(['performance']);
  });

  it('writes the sentence of a rejection at its first reading, once; its code is known before', () => {
    let written = 0;
    const rejection = new LateRejection('too-many-servers', () => {
      written++;
      return finding('too-many-servers', { servers: 9, maxServers: 4 });
    });
    expect([rejection.code, written]).toEqual(['too-many-servers', 0]);
    expect(rejection.finding.facts).toEqual({ servers: 9, maxServers: 4 });
    expect(rejection.finding).toBe(rejection.finding);
    expect(written).toBe(1);
  });
});
