/** Answers "how many cards do these services need if they share?": the cheapest card, technology and packing. */

import { assumedDefaults } from '../assumptions.js';
import { answerVersion } from '../calibration/answer-version.js';
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';
import { type Finding, finding } from '../finding.js';
import { moneyFaults, storageFaults, usageFaults } from '../pricing/faults.js';
import type { FleetDemand } from '../pricing/index.js';
import { openPricing } from '../pricing/index.js';
import { type Fault, fault, QuestionError } from '../question-error.js';
import { limitFailures, limitFinding } from '../ranking/limits.js';
import type { AskContext } from '../recommend.js';
import {
  namesOfSeveralProviders,
  resolveConstraints,
  resolveCurrency,
  storageNameFaults,
} from '../resolve-question.js';
import { SCREENS } from '../screening/index.js';
import { ENGINE_VERSION } from '../version.js';
import type { HardwareShape } from '../workload/scenario.js';
import { type Packing, packFewest } from './pack.js';
import type { ConsolidateReply, ConsolidateRequest, SharedService, TechnologyId } from './schemas.js';
import { technologiesOf } from './technologies.js';
import { busiestHour, type Card, type CardFit, steppedSlices, type Technology, type Tenant } from './technology.js';

/** Search nodes of one packing; beyond it the answer carries its proven gap. */
const MAX_NODES = 20_000;
/** Alternatives shown. */
const MOST_ALTERNATIVES = 8;

interface Solution {
  readonly offer: Offer;
  readonly shape: HardwareShape;
  readonly technology: Technology;
  readonly packing: Packing;
  readonly slices: readonly NonNullable<CardFit>[];
  readonly tenants: readonly Tenant[];
  readonly cards: number;
  readonly servers: number;
  readonly monthly: number;
}

/** Whole cards, one service each: what it takes without sharing. */
const UNSHARED = steppedSlices(
  'fraction',
  {
    technology: 'fraction',
    memoryStepGiB: null,
    computeStepRatio: null,
    maxSlicesPerAccelerator: 1,
    isolatesMemory: true,
    isolatesCompute: true,
    isolatesFaults: true,
  },
  'one service a card',
);

/** Consolidates services onto shared cards. Throws QuestionError with all faults. */
export function consolidate(catalogue: Catalogue, request: ConsolidateRequest, context: AskContext): ConsolidateReply {
  const { constraints, sharedNames, currency, pricedOn, services } = resolve(catalogue, request, context);
  const pricing = openPricing(catalogue, {
    pricedOn,
    knownAt: null,
    currency,
    exchangeRates: request.exchangeRates ?? [],
    usage: request.usage ?? {},
    storage: request.storage ?? {},
    billingModes: constraints.billingModes,
    existing: [],
    interruptible: request.usage?.interruptible ?? false,
    priceBook: context.priceBook,
  });
  const wanted = request.on?.technologies?.length ? new Set<TechnologyId>(request.on.technologies) : null;
  const isHard = request.services.some((service) => service.isolation === 'hard');
  const packings = new Map<string, ReturnType<typeof packOn>>();
  const solutions: Solution[] = [];
  const unshared: Solution[] = [];
  const rejected = new Map<string, ConsolidateReply['rejected'][number]>();
  const screen = { catalogue, constraints };
  let isAnyAllowed = false;

  for (const offer of catalogue.offers) {
    const shape = catalogue.shapes[offer.shapeIndex];
    if (shape === undefined || shape.deviceMemoryGiB === null) continue;
    if (!SCREENS.every((s) => !s.isAsked(constraints) || s.passes(offer, shape, screen))) continue;
    isAnyAllowed = true;
    const card: Card = { accelerator: shape.accelerator, memoryGiB: shape.deviceMemoryGiB };
    if (shape.share < 1) {
      if (wanted === null || wanted.has('fraction')) consider(offer, shape, fractionOf(shape), card, solutions);
      continue;
    }
    if (constraints.allowSharing) {
      for (const technology of technologiesOf(catalogue, offer)) {
        if (wanted !== null && !wanted.has(technology.id)) continue;
        if (isHard && !(technology.isolatesMemory && technology.isolatesCompute)) {
          reject(shape, technology, finding('sharing-not-isolated', { technology: technology.id }));
          continue;
        }
        consider(offer, shape, technology, card, solutions);
      }
    }
    consider(offer, shape, UNSHARED, card, unshared);
  }

  const best = [...solutions].sort(compareSolutions)[0];
  const alone = [...unshared].sort(compareSolutions)[0];
  return reply(best, alone);

  function consider(offer: Offer, shape: HardwareShape, technology: Technology, card: Card, into: Solution[]): void {
    const key = `${technology.id}|${technology.source}|${shape.accelerator.id}|${shape.share}|${card.memoryGiB}`;
    let packed = packings.get(key);
    if (packed === undefined) {
      packed = packOn(technology, card, services.on(shape));
      packings.set(key, packed);
    }
    if (packed === null) {
      if (technology !== UNSHARED)
        reject(
          shape,
          technology,
          finding('service-larger-than-card', { accelerator: shape.accelerator.id, technology: technology.id }),
        );
      return;
    }
    const cards = packed.packing.bins.length;
    const servers = Math.ceil(cards / shape.count);
    const cost = pricing.quick(offer, fleetOf(servers));
    const [failure] = limitFailures(constraints, offer, shape, servers, cost);
    if (failure === undefined)
      into.push({ offer, shape, technology, ...packed, cards, servers, monthly: cost.monthly });
    else if (technology !== UNSHARED)
      reject(shape, technology, limitFinding(failure, { offer, shape, servers, cost }, { constraints, currency }));
  }

  function reject(shape: HardwareShape, technology: Technology, reason: Finding): void {
    const key = `${shape.accelerator.id}|${technology.id}`;
    if (!rejected.has(key)) rejected.set(key, { accelerator: shape.accelerator.id, technology: technology.id, reason });
  }

  function reply(solution: Solution | undefined, single: Solution | undefined): ConsolidateReply {
    const money = (monthly: number) => (Number.isNaN(monthly) ? null : { amount: monthly.toFixed(2), currency });
    const solved = new Set(solutions.map((s) => `${s.shape.accelerator.id}|${s.technology.id}`));
    const placements = solution === undefined ? [] : placementsOf(solution);
    const cost = solution === undefined ? null : pricing.bill(solution.offer, fleetOf(solution.servers));
    const wholeCards = (s: Solution) => Math.ceil(s.cards * s.shape.share - 1e-9);
    return {
      catalogueVersion: answerVersion(catalogue, [], context.priceBook),
      engineVersion: ENGINE_VERSION,
      pricedOn,
      cards: solution === undefined ? 0 : wholeCards(solution),
      servers: solution?.servers ?? 0,
      provider: solution?.offer.provider.id ?? null,
      region: solution?.offer.region.id ?? null,
      instanceType: solution?.offer.type.id ?? null,
      technology: solution?.technology.id ?? null,
      monthly: cost?.monthly ?? null,
      cost,
      freeMonthly: solution === undefined ? null : money(solution.monthly * freeShare(solution, placements)),
      placements,
      without:
        single === undefined ? null : { cards: single.cards, servers: single.servers, monthly: money(single.monthly) },
      gapRatio: solution === undefined ? 0 : (solution.cards - solution.packing.lowerBound) / solution.cards,
      alternatives: alternativesTo(solution).map((s) => ({
        provider: s.offer.provider.id,
        region: s.offer.region.id,
        instanceType: s.offer.type.id,
        technology: s.technology.id,
        cards: wholeCards(s),
        servers: s.servers,
        monthly: money(s.monthly),
      })),
      rejected: [...rejected.entries()].filter(([key]) => !solved.has(key)).map(([, item]) => item),
      findings: [...findingsOf(solution, single, placements), ...assumptions()],
    };
  }

  function alternativesTo(solution: Solution | undefined): readonly Solution[] {
    const seen = new Set(solution === undefined ? [] : [`${solution.shape.accelerator.id}|${solution.technology.id}`]);
    const list: Solution[] = [];
    for (const other of [...solutions].sort(compareSolutions)) {
      const key = `${other.shape.accelerator.id}|${other.technology.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      list.push(other);
      if (list.length === MOST_ALTERNATIVES) break;
    }
    return list;
  }

  function assumptions(): readonly Finding[] {
    const idle = Object.entries(IDLE_USAGE).filter(
      ([field]) => request.usage?.[field as keyof typeof IDLE_USAGE] !== undefined,
    );
    return [
      ...pricing.findings.filter(({ code }) => code !== 'growth-averaged'),
      ...idle.map(([field, why]) => finding('field-without-effect', { field: `usage.${field}`, why })),
      ...assumedDefaults(request, constraints, pricedOn),
    ];
  }

  function findingsOf(
    solution: Solution | undefined,
    single: Solution | undefined,
    placements: ConsolidateReply['placements'],
  ): Finding[] {
    if (solution === undefined)
      return [
        ...sharedNames,
        finding('consolidation-impossible', { services: request.services.length }),
        ...(isAnyAllowed ? [] : [finding('no-offer-within-constraints')]),
      ];
    const list = [...sharedNames, finding('measure-before-merging', { services: request.services.length })];
    if (single !== undefined) {
      const saves = single.monthly - solution.monthly;
      const cardsShared = Math.ceil(solution.cards * solution.shape.share - 1e-9);
      list.push(
        cardsShared >= single.cards && !(saves > 0.005)
          ? finding('sharing-saves-nothing', { cardsAlone: single.cards })
          : finding('sharing-saves', {
              cardsAlone: single.cards,
              cardsShared,
              monthlySaved: Number.isNaN(saves) ? null : Number(saves.toFixed(2)),
              currency,
            }),
      );
    }
    const { offer } = solution;
    if (Number.isNaN(solution.monthly))
      list.push(finding('price-not-published', { instanceType: offer.type.id, region: offer.region.id }));
    if (offer.region.id === UNPUBLISHED_REGION_ID)
      list.push(finding('region-not-published', { instanceType: offer.type.id }));
    if (offer.saleStatus !== 'general')
      list.push(finding('sale-status-note', { instanceType: offer.type.id, saleStatus: offer.saleStatus }));
    if (solution.technology.isTimeShared)
      list.push(finding('noisy-neighbours', { technology: solution.technology.id }));
    const least = placements.reduce((min, p) => Math.min(min, p.freeComputeRatio), 1);
    list.push(finding('sharing-headroom', { leastFreeComputePercent: Math.round(least * 100) }));
    list.push(
      finding('sharing-limits-from', { technology: solution.technology.id, source: solution.technology.source }),
    );
    if (request.services.some((service) => service.measuredOn === undefined))
      list.push(finding('compute-share-of-any-card'));
    return list;
  }
}

/** Fields of use that say nothing about cards that always stand by for their services. */
const IDLE_USAGE = {
  growthRatioPerMonth: 'the cards are those of the services as they are stated',
  hourlyLoad: 'each service states its own',
  loadShape: 'each service states its own hours',
} as const;

/** Cheapest first; unpriced after priced, then fewest cards; then names. */
function compareSolutions(a: Solution, b: Solution): number {
  const isA = !Number.isNaN(a.monthly);
  const isB = !Number.isNaN(b.monthly);
  if (isA !== isB) return isA ? -1 : 1;
  return (
    (isA && isB ? a.monthly - b.monthly : 0) ||
    a.cards * a.shape.share - b.cards * b.shape.share ||
    a.servers - b.servers ||
    (a.offer.provider.id < b.offer.provider.id ? -1 : a.offer.provider.id > b.offer.provider.id ? 1 : 0) ||
    (a.offer.type.id < b.offer.type.id ? -1 : a.offer.type.id > b.offer.type.id ? 1 : 0) ||
    (a.offer.region.id < b.offer.region.id ? -1 : a.offer.region.id > b.offer.region.id ? 1 : 0) ||
    (a.technology.id < b.technology.id ? -1 : 1)
  );
}

function fleetOf(servers: number): FleetDemand {
  return {
    serversPerUnit: 1,
    unitsAtPeak: servers,
    spareUnits: 0,
    isElastic: false,
    runHours: null,
    isInterruptible: true,
    workPerHour: null,
    workPerRun: null,
    workUnit: 'server',
  };
}

/** A slice that is sold as an instance type holds one service: the provider has done the sharing. */
function fractionOf(shape: HardwareShape): Technology {
  return {
    id: 'fraction',
    isolatesMemory: true,
    isolatesCompute: true,
    isTimeShared: false,
    source: `instance type with ${shape.share} of a card`,
    fit(tenants, card) {
      const [tenant] = tenants;
      if (tenant === undefined || tenants.length > 1) return null;
      if (tenant.memoryGiB > card.memoryGiB + 1e-9 || tenant.computeRatio > shape.share + 1e-9) return null;
      return [{ serviceId: tenant.id, memoryGiB: card.memoryGiB, computeRatio: shape.share }];
    },
  };
}

function packOn(technology: Technology, card: Card, tenants: readonly Tenant[]) {
  const pick = (items: readonly number[]) => items.flatMap((i) => tenants[i] ?? []);
  const memory = tenants.reduce((sum, tenant) => sum + tenant.memoryGiB, 0) / card.memoryGiB;
  const compute = technology.isTimeShared
    ? busiestHour(tenants)
    : tenants.reduce((sum, tenant) => sum + tenant.computeRatio, 0);
  const packing = packFewest({
    count: tenants.length,
    size: (i) => Math.max((tenants[i]?.memoryGiB ?? 0) / card.memoryGiB, tenants[i]?.computeRatio ?? 0),
    fits: (items) => technology.fit(pick(items), card) !== null,
    kind: (i) => {
      const tenant = tenants[i];
      return tenant === undefined
        ? ''
        : `${tenant.memoryGiB},${tenant.computeRatio},${tenant.latencyClass},${tenant.load.join()}`;
    },
    lowerBound: Math.ceil(Math.max(memory, technology.id === 'fraction' ? 0 : compute) - 1e-9),
    maxNodes: MAX_NODES,
  });
  if (packing === null) return null;
  return { packing, tenants, slices: packing.bins.flatMap((bin) => [technology.fit(pick(bin), card) ?? []]) };
}

function placementsOf({ shape, technology, packing, slices, tenants }: Solution): ConsolidateReply['placements'] {
  return packing.bins.map((bin, i) => {
    const own = slices[i] ?? [];
    const memory = own.reduce((sum, slice) => sum + slice.memoryGiB, 0);
    const used = technology.isTimeShared
      ? busiestHour(bin.flatMap((index) => tenants[index] ?? []))
      : own.reduce((sum, slice) => sum + slice.computeRatio, 0) / shape.share;
    return {
      card: i + 1,
      accelerator: shape.accelerator.id,
      technology: technology.id,
      slices: own.map((slice) => ({ ...slice })),
      freeMemoryGiB: Number(Math.max(0, (shape.deviceMemoryGiB ?? 0) - memory).toFixed(3)),
      freeComputeRatio: Number(Math.max(0, 1 - used).toFixed(6)),
    };
  });
}

/** Share of the rented cards that nobody uses: the smaller of free memory and free compute on each, and whole idle cards. */
function freeShare(solution: Solution, placements: ConsolidateReply['placements']): number {
  const rented = solution.servers * solution.shape.count;
  const memory = solution.shape.deviceMemoryGiB ?? 1;
  const free = placements.reduce((sum, p) => sum + Math.min(p.freeMemoryGiB / memory, p.freeComputeRatio), 0);
  return (free + (rented - solution.cards)) / rented;
}

function resolve(catalogue: Catalogue, request: ConsolidateRequest, context: AskContext) {
  const faults: Fault[] = [];
  const ids = new Set<string>();
  const lengths = new Set<number>();
  const measuredOn = request.services.map((service, i) => {
    if (ids.has(service.id))
      faults.push(
        fault('contradiction', `/services/${i}/id`, {
          first: 'services',
          second: 'id',
          why: `${service.id} is named twice`,
        }),
      );
    ids.add(service.id);
    if (service.hourlyLoad !== undefined) {
      if (service.hourlyLoad.length !== 24 && service.hourlyLoad.length !== 168) {
        faults.push(
          fault('out-of-range', `/services/${i}/hourlyLoad`, {
            field: 'hourlyLoad',
            value: service.hourlyLoad.length,
            expected: '24 or 168 hours',
          }),
        );
      }
      lengths.add(service.hourlyLoad.length);
    }
    if (service.measuredOn === undefined) return null;
    const resolution = catalogue.resolveAccelerator(service.measuredOn, `/services/${i}/measuredOn`);
    if ('fault' in resolution) faults.push(resolution.fault);
    return 'found' in resolution ? resolution.found : null;
  });
  const merged = {
    ...request.constraints,
    ...(request.on?.accelerators?.length ? { accelerators: request.on.accelerators } : {}),
    ...(request.on?.instanceTypes?.length ? { instanceTypes: request.on.instanceTypes } : {}),
  };
  for (const field of ['accelerators', 'instanceTypes'] as const) {
    if (request.on?.[field]?.length && request.constraints?.[field]?.length) {
      faults.push(fault('exactly-one-of', `/on/${field}`, { fields: [`on.${field}`, `constraints.${field}`] }));
    }
  }
  const statedAt = {
    ...(request.on?.accelerators?.length ? { accelerators: '/on/accelerators' } : {}),
    ...(request.on?.instanceTypes?.length ? { instanceTypes: '/on/instanceTypes' } : {}),
  };
  const constraints = resolveConstraints(catalogue, merged, faults, statedAt);
  const pricedOn = request.pricedOn ?? context.today;
  faults.push(
    ...usageFaults(request.usage ?? {}, '/usage'),
    ...storageFaults(request.storage ?? {}, '/storage'),
    ...storageNameFaults(catalogue, request.storage ?? {}, '/storage'),
    ...moneyFaults({ pricedOn, exchangeRates: request.exchangeRates ?? [], existing: [] }),
  );
  const currency = resolveCurrency(
    catalogue,
    {
      workload: { scenario: 'consolidate' },
      ...(request.constraints === undefined ? {} : { constraints: request.constraints }),
      ...(request.currency === undefined ? {} : { currency: request.currency }),
      ...(request.exchangeRates === undefined ? {} : { exchangeRates: request.exchangeRates }),
    },
    constraints,
    faults,
  );
  if (faults.length > 0) throw new QuestionError(faults);
  const hours = Math.max(1, ...lengths);
  const cache = new Map<string, readonly Tenant[]>();
  return {
    constraints,
    sharedNames: namesOfSeveralProviders(catalogue, merged, constraints, statedAt),
    currency,
    pricedOn,
    services: {
      /** The services scaled to a card, once a card. */
      on(shape: HardwareShape): readonly Tenant[] {
        const known = cache.get(shape.accelerator.id);
        if (known !== undefined) return known;
        const tenants = request.services.map((service, i): Tenant => {
          const reference = measuredOn[i] ?? null;
          return {
            id: service.id,
            memoryGiB: service.memoryGiB,
            computeRatio: service.computeRatio * scaleOf(reference, shape),
            load: loadOf(service, hours),
            latencyClass: service.latencyClass,
            isolation: service.isolation,
          };
        });
        cache.set(shape.accelerator.id, tenants);
        return tenants;
      },
    },
  };
}

/** Compute of the card it was measured on over this card's, by FP16 rate; 1 when either is unknown or not stated. */
function scaleOf(reference: { fp16Tflops: number | null } | null, { accelerator }: HardwareShape): number {
  if (
    reference === null ||
    reference.fp16Tflops === null ||
    accelerator.fp16Tflops === null ||
    accelerator.fp16Tflops === 0
  )
    return 1;
  return reference.fp16Tflops / accelerator.fp16Tflops;
}

/** All profiles on the same number of hours: a day repeats over the week; no profile is always the peak. */
function loadOf({ hourlyLoad }: SharedService, hours: number): readonly number[] {
  return Array.from({ length: hours }, (_, hour) =>
    hourlyLoad === undefined ? 1 : (hourlyLoad[hour % hourlyLoad.length] ?? 1),
  );
}
