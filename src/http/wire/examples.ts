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
