/**
 * Nothing stated is ignored. Generated from the schemas: each field of the request and of each scenario's workload is
 * varied, and each variation must change the answer, add a finding that names the field, or be a problem.
 */
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import { type EvaluateRequest, evaluate } from '../../src/engine/evaluate.js';
import type { Finding } from '../../src/engine/finding.js';
import { valueAt } from '../../src/engine/json-pointer.js';
import { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { withChange } from '../../src/engine/ranking/change.js';
import { recommend } from '../../src/engine/recommend.js';
import { SCENARIOS } from '../../src/engine/workload/scenarios/index.js';
import { solver } from '../support/solver.js';

const CONTEXT = { today: '2026-11-30', priceBook: null, solver };
const catalogue = fewClouds();

/** Three clouds of the release's catalogue: enough to choose from, small enough to ask a thousand times. */
function fewClouds() {
  const seed = readSeed();
  const kept = new Set(['tencent', 'compshare', 'verda']);
  const ours = <T extends { readonly provider: string }>(list: readonly T[]) =>
    list.filter((e) => kept.has(e.provider));
  return openCatalogue({
    ...seed,
    providers: seed.providers.filter(({ id }) => kept.has(id)),
    regions: ours(seed.regions),
    priceAreas: ours(seed.priceAreas),
    families: ours(seed.families),
    instanceTypes: ours(seed.instanceTypes),
    availability: ours(seed.availability),
    storageTypes: ours(seed.storageTypes),
    networkServices: ours(seed.networkServices),
    priceSheets: ours(seed.priceSheets),
  });
}

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Names and days that mean something; the schema only says that they are text. By the end of the pointer. */
const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/constraints\/providers\/0$/, ['compshare']],
  [/\/excludeProviders\/0$/, ['tencent']],
  [/\/constraints\/regions\/0$/, ['ap-shanghai']],
  [/\/zones\/0$/, ['ap-guangzhou-3']],
  [/\/geographies\/0$/, ['hk']],
  [/\/accelerators\/0$/, ['A10']],
  [/\/excludeAccelerators\/0$/, ['T4']],
  [/\/instanceTypes\/0$/, ['GN10Xp']],
  [/\/excludeInstanceTypes\/0$/, ['GN7']],
  [/\/whyNot\/0$/, ['GT4']],
  [/\/region$/, ['ap-beijing', 'ap-shanghai']],
  [/\/instanceType$/, ['GN7.10XLARGE160', 'GN7']],
  [/\/accelerator$/, ['T4', 'A10', 'V100-SXM2-32GB']],
  [/\/provider$/, ['tencent', 'compshare']],
  [/\/until$|\/asOn$/, ['2027-06-30', '2030-01-01']],
  [/\/pricedOn$/, ['2025-01-15', '2021-01-01']],
  [/\/knownAt$/, ['2022-01-01T00:00:00Z', '2000-01-01T00:00:00Z']],
  [/\/currency$|\/to$/, ['USD', 'CNY']],
  [/\/from$/, ['CNY', 'USD']],
  [/\/amount$|\/rate$/, ['50000', '1000', '7.2']],
  [/\/source$/, ['a bank', 'another bank']],
  [/\/timeZone$/, ['Asia/Shanghai', 'America/New_York']],
  [/\/(disk|fileStorage|parallelFileStorage|objectStorage)Type$/, ['no-such-type', 'CLOUD_SSD', 'CLOUD_HSSD']],
  [/\/licences\/0\/sku$|\/clusterFees\/0\/sku$/, ['no-such-sku', 'RHEL', 'TKE_CLUSTER_L5']],
  [/\/workload\/model$/, ['Qwen3-32B', 'Llama-3.1-8B', 'BERT-large', 'ResNet-50', 'SD 1.5', 'GPT-3 13B']],
  [/\/startsAt$|\/readyBy$/, ['06:00', '22:00']],
  [/\/framework(\/name)?$/, ['deepspeed', 'unsloth']],
  [/\/version$/, ['0.6.0', 'v0.11.0']],
  [/\/benchmarkScene$/, ['classroom', 'KeyShot Watch 3556x2000 256 samples']],
  [/\/case$/, ['stmv', 'STMV PME', 'water_bare']],
  [/\/code$/, ['GROMACS', 'NAMD']],
  [/\/unit$/, ['iteration']],
  [/\/(family|name)$/, ['llama', 'mixtral']],
  [/\/precision$/, ['fp16', 'fp32', 'int8']],
  [/\/workload\/engine$/, ['tensorrt', 'pytorch', 'onnxruntime']],
];

/** Models by their numbers, for the fields that only some architectures have. */
const PLAIN = {
  parametersBillion: 8.03,
  layers: 32,
  hiddenSize: 4096,
  intermediateSize: 14336,
  attentionHeads: 32,
  keyValueHeads: 8,
  headSize: 128,
  vocabularySize: 128_256,
  tiedEmbeddings: false,
  maxContextTokens: 131_072,
  attention: { kind: 'gqa' },
};
const EXPERTS = {
  ...PLAIN,
  parametersBillion: 46.7,
  activeParametersBillion: 12.9,
  experts: { count: 8, perToken: 2, shared: 0, intermediateSize: 14336, denseLayers: 0 },
};
const LATENT = {
  kind: 'mla',
  keyValueRank: 512,
  ropeHeadSize: 64,
  nopeHeadSize: 128,
  valueHeadSize: 128,
  queryRank: 1536,
};
const withAttention = (attention: Readonly<Record<string, unknown>>) => ({ ...EXPERTS, attention });
const HUGGING_FACE = {
  model_type: 'llama',
  num_hidden_layers: 32,
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  vocab_size: 128_256,
  max_position_embeddings: 131_072,
  torch_dtype: 'bfloat16',
};

/** What else must be said for a field to matter at all, by the start of its pointer. */
const BESIDE: readonly (readonly [RegExp, Readonly<Record<string, unknown>>])[] = [
  [
    /^\/workload\/model\/attention\/(sparse|indexer|cacheTokens)/,
    {
      '/workload/model': withAttention({ ...LATENT, sparseTopTokens: 2048, indexerHeadSize: 128 }),
    },
  ],
  [
    /^\/workload\/model\/attention\/(keyValueRank|ropeHead|valueHead|nopeHead|queryRank)/,
    {
      '/workload/model': withAttention(LATENT),
    },
  ],
  [
    /^\/workload\/model\/attention\/(sliding|fullAttention)/,
    {
      '/workload/model': withAttention({ kind: 'gqa', slidingWindowTokens: 512, fullAttentionLayers: 8 }),
    },
  ],
  [
    /^\/workload\/model\/attention\/linear/,
    {
      '/workload/model': withAttention({
        kind: 'gqa',
        fullAttentionLayers: 8,
        linearAttentionLayers: 24,
        linearStateBytesPerLayer: 2_000_000,
      }),
    },
  ],
  [/^\/workload\/model\/(experts|activeParameters)/, { '/workload/model': EXPERTS }],
  [/^\/workload\/model\/huggingFaceConfig/, { '/workload/model': { huggingFaceConfig: HUGGING_FACE } }],
  [/^\/workload\/model\/(gigaflop|parametersBillion$|name$)/, {}],
  [/^\/workload\/model\/./, { '/workload/model': PLAIN }],
  [
    /^\/constraints\/quota/,
    {
      '/constraints/quota': [{ region: 'ap-guangzhou', instanceType: 'GN7', max: 0 }],
    },
  ],
  [
    /^\/requestMix/,
    {
      '/requestMix': [
        { inputTokens: 1000, outputTokens: 200, shareRatio: 0.5 },
        { inputTokens: 100, outputTokens: 50, shareRatio: 0.5 },
      ],
    },
  ],
  [
    /^\/storage\/licences/,
    { '/storage/licences': [{ sku: 'RHEL', quantity: 1 }], '/currency': 'USD', '/constraints/maxServers': 512 },
  ],

  [/^\/usage\/timeZone/, { '/usage/hourlyLoad': day(), '/constraints/billingModes': ['on-demand'] }],
  [
    /^\/usage\/(maxSpotRatio|spotOverheadRatio|interruptible)/,
    {
      '/workload': SCENARIOS['llm-finetuning']?.example,
      '/usage/interruptible': true,
      '/constraints': { providers: ['verda'], billingModes: ['spot', 'on-demand'] },
      '/currency': 'USD',
    },
  ],
  [/^\/usage\/(runsPerMonth)/, { '/workload': SCENARIOS['llm-finetuning']?.example }],
  [/^\/usage\/(growthRatioPerMonth|maxCommitmentMonths)/, { '/usage/termMonths': 12 }],
  [/^\/constraints\/maxMonthlyCost/, { '/constraints/maxMonthlyCost': { amount: '70000', currency: 'CNY' } }],
  [/^\/exchangeRates/, { '/currency': 'USD', '/constraints': {} }],
  [/^\/storage\/(diskType|diskThroughputMBps)/, { '/storage/dataDiskGiB': 500 }],
  [/^\/storage\/fileStorageType/, { '/storage/fileStorageGiB': 500 }],
  [/^\/storage\/parallelFileStorageType/, { '/storage/parallelFileStorageGiB': 20_000 }],
  [/^\/storage\/objectStorageType|^\/storage\/objectRequests/, { '/storage/objectStorageGiB': 500 }],
  [/^\/constraints\/(geographies|zones)/, { '/constraints/providers': [] }],
];

function day(): number[] {
  return Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 1 : 0.2));
}

/** The same, where only one scenario needs it. */
const BESIDE_IN: Readonly<Record<string, typeof BESIDE>> = {
  hpc: [[/^\/workload\/reference/, { '/workload/reference': { accelerator: 'A10', hoursPerRun: 10 } }]],
  // The example's run says how much there is to train; who states the samples knows a speed.
  'model-training': [
    [
      /^\/workload\/samples/,
      { '/workload/reference': { accelerator: 'V100-SXM2-32GB', acceleratorCount: 8, samplesPerSecond: 900 } },
    ],
  ],
};

/** The plain question that the fields of the request are varied in. */
const BASE: Readonly<Record<string, unknown>> = {
  workload: {
    scenario: 'llm-inference',
    model: 'Qwen2.5-7B-Instruct',
    maxContextTokens: 4096,
    inputTokens: 1000,
    outputTokens: 200,
    requestsPerSecond: 20,
  },
  constraints: { providers: ['tencent'] },
  currency: 'CNY',
  limit: 4,
};

interface Leaf {
  readonly pointer: string;
  readonly schema: Schema;
}

/** Every field below a schema; the fields of a list are those of its first item. */
function leavesOf(schema: Schema, pointer: string): readonly Leaf[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.some(({ properties }) => properties !== undefined)) {
    const plain = branches.filter(({ properties }) => properties === undefined);
    const objects = branches.filter(({ properties }) => properties !== undefined);
    return [
      ...(plain.length > 0 ? [{ pointer, schema: { anyOf: plain } }] : []),
      ...objects.flatMap((branch) => leavesOf(branch, pointer)),
    ];
  }
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, inner]) => leavesOf(inner, `${pointer}/${name}`));
  if (schema.items?.properties !== undefined) return leavesOf(schema.items, `${pointer}/0`);
  return [{ pointer, schema }];
}

/** Values worth trying, whatever the present one is. */
function valuesOf(schema: Schema, pointer: string, present: unknown): readonly unknown[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.flatMap((branch) => valuesOf(branch, pointer, present));
  if ('const' in schema) return schema.const === present ? [] : [schema.const];
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== present);
  switch (schema.type) {
    case 'boolean':
      return [true, false].filter((value) => value !== present);
    case 'number':
    case 'integer': {
      const low = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1e-3;
      const high = Math.min(schema.maximum ?? 1e6, 1e6);
      const around = typeof present === 'number' ? [present * 2, present / 2, present * 8] : [];
      const values = [...around, Math.sqrt(Math.max(low, 0.5) * high), low + 1, 16, 1024, low, high, 0.5, 3];
      return values.map((value) => (schema.type === 'integer' ? Math.round(value) : value));
    }
    case 'array':
      return schema.items === undefined
        ? []
        : pointer.endsWith('/hourlyLoad')
          ? [day()]
          : valuesOf(schema.items, `${pointer}/0`, undefined).map((value) => [value]);
    case 'string':
      return TEXTS.find(([end]) => end.test(pointer))?.[1] ?? [];
    case 'object':
      return pointer.endsWith('/huggingFaceConfig') ? [{ ...HUGGING_FACE, num_hidden_layers: 16 }] : [];
    default:
      return [];
  }
}

/** Fills the parents that a pointer needs: the smallest objects and lists that the schema allows. */
function withParents(request: Record<string, unknown>, pointer: string, root: Schema): Record<string, unknown> {
  let changed = request;
  const path = pointer.split('/').slice(1, -1);
  let schema: Schema | undefined = root;
  let here = '';
  for (const key of path) {
    schema = objectBranch(schema)?.properties?.[key] ?? (key === '0' ? schema?.items : undefined);
    here += `/${key}`;
    const present = valueAt(changed, here);
    const isObject = present !== null && typeof present === 'object';
    if (isObject && !(Array.isArray(present) && present.length === 0)) continue;
    changed = withChange(changed as never, { pointer: here, to: smallest(schema, here) }) as never;
  }
  return changed;
}

function objectBranch(schema: Schema | undefined): Schema | undefined {
  if (schema === undefined || schema.properties !== undefined) return schema;
  return (
    [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(({ properties }) => properties !== undefined) ?? schema
  );
}

function smallest(schema: Schema | undefined, pointer: string): unknown {
  const object = objectBranch(schema);
  if (object?.properties !== undefined) {
    const required = object.required ?? [];
    return Object.fromEntries(
      required.map((name) => [name, smallest(object.properties?.[name], `${pointer}/${name}`)]),
    );
  }
  if (schema?.type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => smallest(schema.items, `${pointer}/0`));
  return valuesOf(schema ?? {}, pointer, undefined)[0];
}

type Outcome = { readonly text: string; readonly findings: readonly Finding[] } | { readonly problem: string };

function ask(request: Record<string, unknown>): Outcome {
  try {
    const reply =
      'configuration' in request
        ? evaluate(catalogue, request as unknown as EvaluateRequest)
        : recommend(catalogue, request as never, CONTEXT);
    return { text: JSON.stringify(reply), findings: reply.findings };
  } catch (error) {
    if (error instanceof QuestionError) return { problem: error.message };
    throw error;
  }
}

const names = (findings: readonly Finding[], field: string) =>
  findings.some(({ facts, message }) => Object.values(facts).includes(field) || message.includes(field));

/** Tries the values of a field until one is noticed; says what happened when none was. */
function unnoticed(base: Record<string, unknown>, { pointer, schema }: Leaf, root: TSchema): string | null {
  const scenario = String(valueAt(base, '/workload/scenario'));
  const rules = [...(pointer.startsWith('/workload') ? (BESIDE_IN[scenario] ?? []) : []), ...BESIDE];
  const beside = rules.find(([start]) => start.test(pointer))?.[1] ?? {};
  let start = base;
  for (const [at, to] of Object.entries(beside)) {
    start = withParents(start, `${at}`, root as Schema);
    start = withChange(start as never, { pointer: at, to }) as never;
  }
  start = withParents(start, pointer, root as Schema);
  const before = ask(start);
  const present = valueAt(start, pointer);
  const field = pointer.split('/').at(-1) ?? '';
  let valid = 0;
  for (const value of valuesOf(schema, pointer, present).slice(0, 14)) {
    const request = withChange(start as never, { pointer, to: value }) as unknown as Record<string, unknown>;
    if (JSON.stringify(request) === JSON.stringify(start) || !Value.Check(root, request)) continue;
    valid++;
    const after = ask(request);
    if ('problem' in after) {
      // A problem counts when it is about this field, or when the question was no problem before.
      if (!('problem' in before) || before.problem !== after.problem) return null;
      continue;
    }
    if ('problem' in before || after.text !== before.text || names(after.findings, field)) return null;
  }
  return `${pointer}: ${valid} values tried${'problem' in before ? `, base: ${before.problem}` : ''}`;
}

describe('varying a field is noticed', () => {
  const request = RecommendRequest as unknown as Schema;
  const { workload: _, ...others } = request.properties ?? {};
  const leaves = Object.entries(others).flatMap(([name, schema]) => leavesOf(schema, `/${name}`));

  it('in the request: the schema has fields at all', () => expect(leaves.length).toBeGreaterThan(80));

  it.each(leaves.map((leaf) => [leaf.pointer, leaf] as const))('%s', (_pointer, leaf) => {
    expect(unnoticed({ ...BASE }, leaf, RecommendRequest)).toBeNull();
  });
});

describe.each(Object.values(SCENARIOS))('varying a field of $id is noticed', (scenario) => {
  const leaves = leavesOf(scenario.schema as Schema, '/workload').filter(
    ({ pointer }) => pointer !== '/workload/scenario',
  );
  const root = Type.Object({ workload: scenario.schema }, { additionalProperties: true });

  it.each(leaves.map((leaf) => [leaf.pointer, leaf] as const))('%s', (_pointer, leaf) => {
    const base = { ...BASE, workload: scenario.example as Record<string, unknown> };
    expect(unnoticed(base, leaf, root)).toBeNull();
  });
});

describe.each(Object.values(SCENARIOS))('varying the configuration of $id is noticed', (scenario) => {
  const leaves = leavesOf(scenario.configurationSchema as Schema, '/configuration');
  const root = Type.Object({ workload: scenario.schema, configuration: scenario.configurationSchema });

  it.each(leaves.map((leaf) => [leaf.pointer, leaf] as const))('%s', (_pointer, leaf) => {
    const base = { workload: scenario.example, configuration: scenario.configurationExample };
    expect(unnoticed(base as unknown as Record<string, unknown>, leaf, root)).toBeNull();
  });
});
