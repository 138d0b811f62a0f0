/** Reads the compatibility table for one card, engine, precision and model: what runs, how, and what is nearest. */
import { type Accelerator, isGeForce } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import {
  ATTENTION_RULES,
  ENGINE_RULES,
  FLASH_ATTENTION_2_MINIMUM,
  GGUF_ENGINES,
  OTHER_VENDOR_ARITHMETIC,
  PRECISION_RULES,
  type PrecisionRule,
  REGRESSIONS,
} from './compatibility-table.js';
import { computeKindOn, WEIGHT_FORMATS, type WeightPrecision } from './precision.js';

export interface Compatibility {
  readonly ok: boolean;
  /** Precision that runs: bf16 by default falls to fp16 where only that exists. */
  readonly precision: WeightPrecision;
  /** 0…1: 1 = arithmetic and attention kernels of its own. */
  readonly maturityRatio: number;
  readonly because: readonly Finding[];
  readonly nearest: string | null;
}

export interface CompatibilityQuestion {
  readonly card: Accelerator;
  readonly engine: string;
  readonly version: string | null;
  readonly precision: WeightPrecision;
  /** The caller named the precision: it is not changed for him. */
  readonly isPrecisionStated: boolean;
  readonly attention: 'plain' | 'mla' | 'sparse';
}

/** Numbers of versions: the same few are compared for every card. Bounded, because callers name versions too. */
const knownParts = new Map<string, readonly number[]>();
const MOST_KNOWN_VERSIONS = 500;

function partsOf(version: string): readonly number[] {
  let parts = knownParts.get(version);
  if (parts === undefined) {
    if (knownParts.size >= MOST_KNOWN_VERSIONS) knownParts.clear();
    parts = version.split(/[^0-9]+/).map(Number);
    knownParts.set(version, parts);
  }
  return parts;
}

/** Compares dotted versions by number; missing parts are 0. */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const d = (left[i] ?? 0) - (right[i] ?? 0);
    if (d !== 0) return Math.sign(d);
  }
  return 0;
}

const appliesTo = (version: string | null, from?: string, until?: string): boolean =>
  version === null
    ? until === undefined
    : (from === undefined || compareVersions(version, from) >= 0) &&
      (until === undefined || compareVersions(version, until) <= 0);

function precisionRule(precision: WeightPrecision, engine: string, version: string | null): PrecisionRule | null {
  let common: PrecisionRule | null = null;
  for (const rule of PRECISION_RULES) {
    if (rule.precision !== precision || !appliesTo(version, undefined, rule.untilVersion)) continue;
    if (rule.engine === engine) return rule;
    if (rule.engine === '*' && common === null) common = rule;
  }
  return common;
}

function vendorOf(card: Accelerator): string {
  return card.vendor.toLowerCase();
}

/** What was found for a card: the same for every question with these settings. Bounded, because callers name versions. */
const knownByCard = new WeakMap<Accelerator, Map<string, Compatibility>>();
const MOST_KNOWN_SETTINGS = 64;

/** All reasons against running `precision` with `engine` on `card`, and the nearest that would run. */
export function compatibilityOf(q: CompatibilityQuestion): Compatibility {
  let known = knownByCard.get(q.card);
  if (known === undefined) {
    known = new Map();
    knownByCard.set(q.card, known);
  }
  const key = `${q.engine}|${q.version}|${q.precision}|${q.isPrecisionStated}|${q.attention}`;
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= MOST_KNOWN_SETTINGS) known.clear();
    found = judge(q);
    known.set(key, found);
  }
  return found;
}

function judge(q: CompatibilityQuestion): Compatibility {
  const { card, engine, version } = q;
  const because: Finding[] = [];
  let ok = true;
  let precision = q.precision;
  let maturity = 1;
  let nearest: string | null = null;
  const capability = card.computeCapability === null ? null : Number(card.computeCapability);
  const isNvidia = capability !== null || vendorOf(card) === 'nvidia';
  const versionText = version ?? '';
  const named = version === null ? engine : `${engine} ${version}`;

  const engineRule = ENGINE_RULES.find((r) => r.engine === engine && appliesTo(version, r.fromVersion, r.untilVersion));
  if (isNvidia) {
    if (engineRule && capability !== null && capability < engineRule.minimum) {
      ok = false;
      because.push(
        finding('engine-unsupported', {
          engine: named,
          version: versionText,
          accelerator: card.name,
          why: `needs compute capability ${engineRule.minimum.toFixed(1)}, the card has ${capability.toFixed(1)}`,
          neededComputeCapability: engineRule.minimum,
          source: engineRule.source,
        }),
      );
      nearest = `${nearestEngine(capability, engine)} in fp16`;
    }
    for (const r of REGRESSIONS) {
      if (
        r.engine === engine &&
        version !== null &&
        compareVersions(version, r.version) === 0 &&
        capability === r.capability
      ) {
        ok = false;
        because.push(
          finding('engine-unsupported', {
            engine: named,
            version: versionText,
            accelerator: card.name,
            why: r.why,
            source: r.source,
          }),
        );
        nearest = `${engine} 0.9.2 or a later release`;
      }
    }
  } else if (engineRule && !engineRule.otherVendors.includes(vendorOf(card))) {
    ok = false;
    because.push(
      finding('engine-unsupported', {
        engine: named,
        version: versionText,
        accelerator: card.name,
        why: `no backend for ${card.vendor}`,
        source: engineRule.source,
      }),
    );
    const other = ENGINE_RULES.find((r) => r.otherVendors.includes(vendorOf(card)));
    nearest = other ? `${other.engine} in fp16` : null;
  }

  const format = WEIGHT_FORMATS[precision];
  if (format.kind === 'gguf' && !GGUF_ENGINES.includes(engine)) {
    ok = false;
    because.push(
      finding('engine-unsupported', {
        engine: named,
        version: versionText,
        accelerator: card.name,
        why: 'it does not read GGUF files',
      }),
    );
    nearest ??= `llama.cpp in ${precision}`;
  }

  const rule = precisionRule(precision, engine, version);
  if (isNvidia && capability !== null && rule) {
    if (capability >= rule.minimum) {
      // Arithmetic of its own.
    } else if (rule.weightOnlyFrom !== null && capability >= rule.weightOnlyFrom) {
      if (rule.minimum < 99) {
        because.push(finding('weight-only', { accelerator: card.name, precision }));
        maturity *= 0.7;
      } else if (capability < 8) maturity *= 0.75;
    } else if (precision === 'bf16' && !q.isPrecisionStated) {
      precision = 'fp16';
      because.push(finding('bf16-as-fp16', { accelerator: card.name, computeCapability: capability }));
      maturity *= 0.9;
    } else {
      ok = false;
      because.push(
        finding('precision-unsupported', {
          engine,
          precision,
          accelerator: card.name,
          needed: (rule.weightOnlyFrom ?? rule.minimum).toFixed(1),
          computeCapability: capability.toFixed(1),
          kernel: rule.kernel,
          source: rule.source,
        }),
      );
      nearest ??= nearestPrecision(rule, engine, version, capability);
    }
  } else if (!isNvidia) {
    const has = OTHER_VENDOR_ARITHMETIC[vendorOf(card)] ?? ['16-bit'];
    if (format.compute === 'fp8' && !has.includes('fp8')) {
      ok = false;
      because.push(
        finding('precision-unsupported', {
          engine,
          precision,
          accelerator: card.name,
          needed: 'fp8 arithmetic',
          computeCapability: 'none',
        }),
      );
      nearest ??= has.includes('int8') ? 'int8 (W8A8)' : 'bf16';
    }
    maturity *= 0.8;
  }

  if (isNvidia && capability !== null) {
    for (const r of ATTENTION_RULES) {
      if (r.attention === q.attention && capability < r.minimum) {
        ok = false;
        because.push(
          finding('kernel-unsupported', {
            kernel: r.kernel,
            accelerator: card.name,
            computeCapability: capability.toFixed(1),
            needed: r.minimum.toFixed(1),
            source: r.source,
          }),
        );
        nearest ??= 'a card of compute capability 9.0 (H20, H100, H200)';
      }
    }
    if (capability < FLASH_ATTENTION_2_MINIMUM) {
      because.push(
        finding('no-flash-attention-2', { accelerator: card.name, computeCapability: capability.toFixed(1) }),
      );
      maturity *= 0.7;
    }
  }
  if (isGeForce(card)) because.push(finding('consumer-licence', { accelerator: card.name }));
  if (
    ok &&
    computeKindOn(card, format) !== format.compute &&
    format.compute !== '16-bit' &&
    !because.some((f) => f.code === 'weight-only')
  ) {
    because.push(finding('weight-only', { accelerator: card.name, precision }));
    maturity *= 0.8;
  }
  if (!ok && nearest !== null) because.push(finding('nearest-that-works', { nearest }));
  return { ok, precision, maturityRatio: maturity, because, nearest: ok ? null : nearest };
}

function nearestPrecision(
  rule: PrecisionRule,
  engine: string,
  version: string | null,
  capability: number,
): string | null {
  for (const candidate of rule.nearest) {
    const other = precisionRule(candidate, engine, version);
    if (
      !other ||
      capability >= other.minimum ||
      (other.weightOnlyFrom !== null && capability >= other.weightOnlyFrom)
    ) {
      return candidate;
    }
  }
  return capability >= 7 ? 'fp16' : 'gguf-q4_k_m with llama.cpp';
}

function nearestEngine(capability: number, engine: string): string {
  for (const r of ENGINE_RULES)
    if (r.engine !== engine && r.untilVersion === undefined && capability >= r.minimum) return r.engine;
  return 'llama.cpp';
}
