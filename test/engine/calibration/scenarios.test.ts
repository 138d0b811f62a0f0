/** Every scenario of the registry learns from load tests, in /evaluate and in the plans, on the catalogue of this release. */
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src/engine/calibration/calibration.js';
import { checkCalibration } from '../../../src/engine/calibration/calibration.js';
import { isPrediction, metricKind, statesRate } from '../../../src/engine/calibration/metrics.js';
import { type EvaluateRequest, evaluate } from '../../../src/engine/evaluate.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const TODAY = '2026-11-30';
const catalogue = seedCatalogue();

describe.each(Object.values(SCENARIOS))('$id', (scenario) => {
  const request = { workload: scenario.example, configuration: scenario.configurationExample } as EvaluateRequest;
  const predict = (calibrations: readonly Calibration[]) =>
    evaluate(catalogue, request, { today: TODAY, calibrations }).performance;
  const isAtRate = statesRate(scenario, scenario.example);
  const before = predict([]);
  const predicted = Object.entries(before).filter(([name, estimate]) => isPrediction(name, estimate, isAtRate));

  it.each([1.3, 0.75])('is within a twentieth of ten tests that took %s of the prediction', (times) => {
    if (predicted.length === 0) {
      // Seats are counted, not timed: there is no speed to correct, and a test is refused.
      const any = { ...request, measured: { users: 1 }, runs: 1, measuredOn: TODAY } as unknown as Calibration;
      expect(() => checkCalibration(catalogue, any, TODAY)).toThrow(/Nothing is predicted/);
      return;
    }
    const measured = Object.fromEntries(
      predicted.map(([name, { expected }]) => [
        name,
        metricKind(name) === 'time' ? expected * times : expected / times,
      ]),
    );
    const one = { ...request, measured, runs: 1, measuredOn: TODAY } as unknown as Calibration;
    expect(Object.keys(checkCalibration(catalogue, one, TODAY).metrics).sort()).toEqual(Object.keys(measured).sort());
    const after = predict(Array.from({ length: 10 }, () => one));
    for (const [name, value] of Object.entries(measured)) {
      expect(Math.abs((after[name]?.expected ?? 0) / value - 1), name).toBeLessThan(0.05);
      expect(after[name]?.evidence, name).toBe('calibrated');
    }
    // What is not a speed stays as it was.
    for (const [name, estimate] of Object.entries(before))
      if (!isPrediction(name, estimate, isAtRate)) expect(after[name], name).toEqual(estimate);
  });
});
