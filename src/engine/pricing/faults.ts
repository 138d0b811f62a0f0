/** What can be wrong with the meaning of use, storage and money; every fault at once. Shapes are checked by the schemas. */
import { type Fault, fault } from '../question-error.js';
import { HOURS_PER_DAY, HOURS_PER_WEEK } from '../units.js';
import { isDay } from './days.js';
import { LOAD_SHAPES, meanRangeOf } from './load-shapes.js';
import type { ExchangeRate, ExistingCommitment, StorageNeed, Usage } from './schemas.js';

/** Longest series: the hours of a leap year; shortest beyond a day and a week: four weeks. */
const SERIES_HOURS = { shortest: 672, longest: 8784 } as const;

export function usageFaults(usage: Usage, pointer: string): readonly Fault[] {
  const faults: Fault[] = [];
  const { hourlyLoad, loadShape, timeZone } = usage;
  if (hourlyLoad !== undefined && loadShape !== undefined)
    faults.push(fault('exactly-one-of', pointer, { fields: ['hourlyLoad', 'loadShape'] }));
  if (hourlyLoad !== undefined) {
    const n = hourlyLoad.length;
    const isSeries = n >= SERIES_HOURS.shortest && n <= SERIES_HOURS.longest;
    if (n !== HOURS_PER_DAY && n !== HOURS_PER_WEEK && !isSeries)
      faults.push(
        fault('out-of-range', `${pointer}/hourlyLoad`, {
          field: 'hourlyLoad',
          value: `${n} hours`,
          expected: `24, 168 or ${SERIES_HOURS.shortest} to ${SERIES_HOURS.longest} hours`,
        }),
      );
    if (hourlyLoad.every((ratio) => ratio === 0))
      faults.push(
        fault('out-of-range', `${pointer}/hourlyLoad`, {
          field: 'hourlyLoad',
          value: 'zero in every hour',
          expected: 'at least one hour with load',
        }),
      );
  }
  if (loadShape?.meanRatio !== undefined) {
    const { least, most } = meanRangeOf(LOAD_SHAPES[loadShape.shape]);
    if (loadShape.meanRatio < least || loadShape.meanRatio > most)
      faults.push(
        fault('out-of-range', `${pointer}/loadShape/meanRatio`, {
          field: 'meanRatio',
          value: loadShape.meanRatio,
          expected: `${Number(least.toFixed(3))} to ${Number(most.toFixed(3))} for the shape ${loadShape.shape}`,
        }),
      );
  }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    faults.push(fault('unknown-time-zone', `${pointer}/timeZone`, { value: timeZone }));
  return faults;
}

export function moneyFaults(money: {
  readonly pricedOn: string;
  readonly exchangeRates: readonly ExchangeRate[];
  readonly existing: readonly ExistingCommitment[];
}): readonly Fault[] {
  const faults: Fault[] = [];
  if (!isDay(money.pricedOn)) faults.push(fault('impossible-date', '/pricedOn', { value: money.pricedOn }));
  const seen = new Map<string, ExchangeRate>();
  money.exchangeRates.forEach((rate, i) => {
    const pointer = `/exchangeRates/${i}`;
    if (!isDay(rate.asOn)) faults.push(fault('impossible-date', `${pointer}/asOn`, { value: rate.asOn }));
    if (Number(rate.rate) === 0)
      faults.push(fault('out-of-range', `${pointer}/rate`, { field: 'rate', value: rate.rate, expected: 'above 0' }));
    if (rate.from === rate.to)
      faults.push(
        fault('contradiction', pointer, { first: 'from', second: 'to', why: 'a rate joins two different currencies' }),
      );
    const key = `${rate.from}>${rate.to}`;
    if (seen.has(key))
      faults.push(
        fault('contradiction', pointer, {
          first: `${rate.from} to ${rate.to}`,
          second: 'an earlier entry',
          why: 'one rate for each pair of currencies',
        }),
      );
    seen.set(key, rate);
  });
  money.existing.forEach((item, i) => {
    if (!isDay(item.until)) faults.push(fault('impossible-date', `/existing/${i}/until`, { value: item.until }));
  });
  return faults;
}

export function storageFaults(storage: StorageNeed, pointer: string): readonly Fault[] {
  const faults: Fault[] = [];
  const needs = (name: keyof StorageNeed, amount: keyof StorageNeed) => {
    if (storage[name] !== undefined && storage[amount] === undefined)
      faults.push(
        fault('contradiction', `${pointer}/${name}`, { first: name, second: amount, why: `${amount} is not stated` }),
      );
  };
  needs('fileStorageType', 'fileStorageGiB');
  needs('parallelFileStorageType', 'parallelFileStorageGiB');
  needs('objectStorageType', 'objectStorageGiB');
  return faults;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
