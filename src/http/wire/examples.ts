/** Examples of the document; the tests send every one of them. */
import { SCENARIOS } from '../../engine/workload/scenarios/index.js';

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

export function recommendExamples(): Examples {
  return Object.fromEntries(
    Object.values(SCENARIOS).map((scenario) => [
      scenario.id,
      {
        summary: scenario.label.en,
        value: {
          workload: scenario.example as unknown,
          constraints: { geographies: ['cn'] },
          currency: 'CNY',
          limit: 3,
        },
      },
    ]),
  );
}

export function evaluateExamples(): Examples {
  return Object.fromEntries(
    Object.values(SCENARIOS).map((scenario) => [
      scenario.id,
      {
        summary: scenario.label.en,
        value: { workload: scenario.example as unknown, configuration: scenario.configurationExample },
      },
    ]),
  );
}

export function costEstimateExamples(): Examples {
  return {
    servers: {
      summary: 'Two servers with their disks, half a year',
      value: {
        resources: [
          {
            provider: 'tencent',
            region: 'ap-guangzhou',
            instanceType: 'GN7.2XLARGE32',
            servers: 2,
            storage: { systemDiskGiB: 100, egressGiBPerMonth: 500 },
          },
        ],
        usage: { termMonths: 6 },
        currency: 'CNY',
      },
    },
    alternatives: {
      summary: 'The same job on demand and by subscription',
      value: {
        alternatives: ['on-demand', 'subscription'].map((billingMode) => [
          { provider: 'tencent', region: 'ap-guangzhou', instanceType: 'GN7.2XLARGE32', servers: 1, billingMode },
        ]),
        currency: 'CNY',
      },
    },
  };
}

export function consolidateExamples(): Examples {
  const service = (id: string, memoryGiB: number, computeRatio: number) => ({
    id,
    memoryGiB,
    computeRatio,
    latencyClass: 'normal',
    isolation: 'soft',
  });
  return {
    small: {
      summary: 'Four small services on T4',
      value: {
        services: [
          service('asr', 5, 0.3),
          service('ocr', 3, 0.2),
          service('tts', 4, 0.25),
          service('embedding', 2, 0.15),
        ],
        on: { accelerators: ['T4'] },
        constraints: { providers: ['tencent'] },
        currency: 'CNY',
      },
    },
  };
}

export function batchExamples(): Examples {
  const [first] = Object.entries(recommendExamples());
  return first === undefined
    ? {}
    : { line: { summary: 'One line of the body', value: { id: 'first', request: first[1].value } } };
}
