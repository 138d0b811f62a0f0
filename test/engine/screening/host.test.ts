import { describe, expect, it } from 'vitest';
import type { Constraints } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const catalogue = seedCatalogue();

const ask = (constraints: Constraints) =>
  recommend(
    catalogue,
    {
      workload: { scenario: 'model-inference', task: 'vision', model: 'ResNet50', rate: 2000 },
      constraints: { providers: ['tencent'], accelerators: ['T4', 'A10'], ...constraints },
      currency: 'CNY',
      limit: 50,
      distinct: false,
    },
    { today: '2026-11-30', priceBook: null },
  );

/** What each planned server holds for a card. */
const perCard = (constraints: Constraints, of: 'vcpu' | 'memoryGiB') =>
  ask(constraints).plans.map(({ placement: { provider, instanceType } }) => {
    const type = catalogue.offers.find((o) => o.provider.id === provider && o.type.id === instanceType)?.type;
    return (type?.[of] ?? Number.NaN) / (type?.acceleratorCount ?? Number.NaN);
  });

describe('a server for each card', () => {
  it('has the vCPUs that are required, and all that has fewer says how many', () => {
    expect(perCard({}, 'vcpu').some((vcpu) => vcpu < 16)).toBe(true);
    expect(Math.min(...perCard({ minVcpuPerAccelerator: 16 }, 'vcpu'))).toBeGreaterThanOrEqual(16);
    const { rejected } = ask({ minVcpuPerAccelerator: 16 });
    expect(rejected.byReason.map(({ code }) => code)).toContain('vcpu-short');
  });

  it('has the memory that is required', () => {
    expect(perCard({}, 'memoryGiB').some((memoryGiB) => memoryGiB < 64)).toBe(true);
    expect(Math.min(...perCard({ minHostMemoryGiBPerAccelerator: 64 }, 'memoryGiB'))).toBeGreaterThanOrEqual(64);
  });

  it.each([
    ['minVcpuPerAccelerator', 400],
    ['minHostMemoryGiBPerAccelerator', 8000],
  ])('that nobody sells is given way on to what is sold: %s', (field, wanted) => {
    const { plans, relaxations } = ask({ [field]: wanted });
    expect(plans).toEqual([]);
    const change = relaxations.find((r) => r.change.pointer === `/constraints/${field}`)?.change;
    expect(change?.from).toBe(wanted);
    expect(Number(change?.to)).toBeGreaterThan(0);
    expect(ask({ [field]: change?.to }).plans.length).toBeGreaterThan(0);
  });
});
