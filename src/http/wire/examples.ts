/** Examples of the document; the tests send every one of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

/** Examples that are written by hand, because they name things of the catalogue: openapi/examples/{operation}.{name}.json. */
export function writtenExamples(operationId: string): Examples {
  const folder = fileURLToPath(new URL('../../../openapi/examples/', import.meta.url));
  const files = readdirSync(folder).filter((file) => file.startsWith(`${operationId}.`));
  return Object.fromEntries(
    files.sort().map((file) => {
      const { summary, body } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as {
        summary: string;
        body: unknown;
      };
      return [file.slice(operationId.length + 1, -'.json'.length), { summary, value: body }];
    }),
  );
}

export function capacityExamples(): Examples {
  const scenario = Object.values(SCENARIOS)[0];
  if (scenario === undefined) return {};
  const shared = { workload: scenario.example as unknown, constraints: { geographies: ['cn'] }, currency: 'CNY' };
  return {
    growth: {
      summary: 'Growing by 5 % a month, doubled in November',
      value: {
        ...shared,
        demand: { growth: { ratioPerMonth: 0.05, seasonal: [{ monthOfYear: 11, ratio: 2 }] } },
        horizonMonths: 12,
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
