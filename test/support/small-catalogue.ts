/** Builders of a small catalogue for tests: state only what the test is about; the rest is plain and known. */
import type { Accelerator } from '../../src/engine/catalogue/accelerator.js';
import type { Availability, InstanceFamily, InstanceType } from '../../src/engine/catalogue/instance.js';
import type { ModelCard, Transformer } from '../../src/engine/catalogue/model-card.js';
import type { PriceRow, PriceSheet } from '../../src/engine/catalogue/price.js';
import type { Provenance } from '../../src/engine/catalogue/provenance.js';
import type { Provider, Region } from '../../src/engine/catalogue/provider.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';

export const PROVENANCE: Provenance = { source: 'test', asOf: '2026-01-01', confidence: 'official' };

/** A 24 GB card with the figures of an A10-like datasheet. */
export function accelerator(part: Partial<Accelerator> & { id: string }): Accelerator {
  return {
    name: part.id.toUpperCase(),
    aliases: [],
    vendor: 'NVIDIA',
    kind: 'gpu',
    architecture: 'Ampere GA102',
    computeCapability: '8.6',
    memoryGiB: 24,
    usableMemoryGiB: 22.5,
    memoryBandwidthGBps: 600,
    fp64Tflops: 0.5,
    fp64TensorTflops: null,
    fp32Tflops: 31.2,
    tf32Tflops: 62.5,
    fp16Tflops: 125,
    fp8Tflops: null,
    int8Tops: 250,
    fp4Tflops: null,
    hasBf16: true,
    hasFp8: false,
    hasInt8: true,
    interconnectGBps: 0,
    pcieGeneration: 4,
    tdpW: 150,
    nvencEngines: 1,
    nvdecEngines: 2,
    hasRtCores: true,
    migProfiles: [],
    vgpuProfiles: [],
    provenance: PROVENANCE,
    ...part,
  };
}

export function provider(part: Partial<Provider> & { id: string }): Provider {
  return {
    nameEn: part.id,
    nameZh: part.id,
    kind: 'cloud',
    aliases: [],
    currencies: ['CNY'],
    billing: {
      modes: ['on-demand', 'subscription'],
      incrementSeconds: 1,
      minimumSeconds: 0,
      billsWhileStopped: true,
      pricesIncludeTax: true,
      termDiscounts: [],
      hourlySteps: [],
      spotInterruptionNoticeSeconds: null,
    },
    provenance: PROVENANCE,
    ...part,
  };
}

export function region(part: Partial<Region> & { provider: string; id: string }): Region {
  return {
    nameEn: part.id,
    nameZh: null,
    geography: 'cn',
    continent: 'apac',
    zones: [`${part.id}-1`],
    aliases: [],
    provenance: PROVENANCE,
    ...part,
  };
}

export function family(part: Partial<InstanceFamily> & { provider: string; id: string }): InstanceFamily {
  return {
    name: part.id,
    aliases: [],
    accelerators: [],
    madeFor: ['inference'],
    isCluster: false,
    isBareMetal: false,
    rdmaGbps: 0,
    includesGraphicsLicence: false,
    includesGraphicsDriver: false,
    saleStatus: 'general',
    provenance: PROVENANCE,
    ...part,
  };
}

export function instanceType(
  part: Partial<InstanceType> & { provider: string; id: string; family: string; accelerator: string | null },
): InstanceType {
  return {
    acceleratorCount: 1,
    acceleratorShare: 1,
    acceleratorMemoryGiB: null,
    vcpu: 32,
    memoryGiB: 128,
    networkGbps: 10,
    rdmaGbps: 0,
    localNvmeGiB: 0,
    interconnect: 'pcie',
    cpuModel: null,
    cpuArchitecture: 'x86_64',
    saleStatus: 'general',
    provenance: PROVENANCE,
    otherSources: [],
    ...part,
  };
}

export function availability(
  part: Partial<Availability> & { provider: string; instanceType: string; region: string },
): Availability {
  return { zone: null, saleStatus: 'general', provenance: PROVENANCE, ...part };
}

/** On-demand rate by the hour from 2026-01-01. */
export function rate(part: Partial<PriceRow> & { provider: string; sku: string; price: string }): PriceRow {
  return {
    skuKind: 'instance',
    billingMode: 'on-demand',
    unit: 'hour',
    currency: 'CNY',
    effectiveFrom: '2026-01-01',
    source: 'test',
    asOf: '2026-01-01',
    asOfDay: '2026-01-01',
    confidence: 'official',
    ...part,
  };
}

export function priceSheet(part: Partial<PriceSheet> & { provider: string; rows: PriceRow[] }): PriceSheet {
  return {
    id: `${part.provider}-list`,
    version: 1,
    label: 'list prices',
    source: 'test',
    publishedAt: null,
    supersededAt: null,
    ...part,
  };
}

/** Llama-3.1-8B-like transformer: 32 layers, 8 key-value heads of 128. */
export const EIGHT_BILLION: Transformer = {
  parametersBillion: 8.03,
  layers: 32,
  hiddenSize: 4096,
  intermediateSize: 14336,
  attentionHeads: 32,
  keyValueHeads: 8,
  headSize: 128,
  vocabularySize: 128256,
  tiedEmbeddings: false,
  maxContextTokens: 131072,
  attention: { kind: 'gqa' },
};

export function model(part: Partial<ModelCard> & { id: string }): ModelCard {
  return {
    name: part.id,
    huggingFaceId: null,
    aliases: [],
    task: 'llm',
    parametersBillion: 8.03,
    nativePrecision: 'bf16',
    transformer: EIGHT_BILLION,
    licence: null,
    isVerified: true,
    provenance: PROVENANCE,
    ...part,
  };
}

export function snapshot(part: Partial<CatalogueSnapshot>): CatalogueSnapshot {
  return {
    version: 'test-1',
    providers: [],
    regions: [],
    priceAreas: [],
    accelerators: [],
    families: [],
    instanceTypes: [],
    availability: [],
    softwareFeatures: [],
    storageTypes: [],
    networkServices: [],
    models: [],
    priceSheets: [],
    measuredRows: [],
    ...part,
  };
}

/**
 * Two providers, three cards, five types: enough for a ranking.
 * alpha: T4-like ×1 (2 CNY/h), A10-like ×1 (9), A100-like ×8 with NVLink and RDMA (230, training); beta: A10-like ×1 (8),
 * quarter of a T4-like (0.7).
 */
export function smallSnapshot(): CatalogueSnapshot {
  return snapshot({
    providers: [provider({ id: 'alpha' }), provider({ id: 'beta' })],
    regions: [region({ provider: 'alpha', id: 'a-south' }), region({ provider: 'beta', id: 'b-north' })],
    accelerators: [
      accelerator({
        id: 't4',
        name: 'T4',
        memoryGiB: 16,
        usableMemoryGiB: 14.6,
        memoryBandwidthGBps: 320,
        fp16Tflops: 65,
        fp32Tflops: 8.1,
        tf32Tflops: null,
        hasBf16: false,
        computeCapability: '7.5',
        architecture: 'Turing',
        pcieGeneration: 3,
      }),
      accelerator({ id: 'a10', name: 'A10' }),
      accelerator({
        id: 'a100-sxm4-80gb',
        name: 'A100-SXM4-80GB',
        memoryGiB: 80,
        usableMemoryGiB: 79.2,
        memoryBandwidthGBps: 2039,
        fp16Tflops: 312,
        fp32Tflops: 19.5,
        tf32Tflops: 156,
        fp64Tflops: 9.7,
        int8Tops: 624,
        computeCapability: '8.0',
        architecture: 'Ampere GA100',
        interconnectGBps: 600,
        nvencEngines: 0,
        nvdecEngines: 5,
        hasRtCores: false,
      }),
    ],
    families: [
      family({ provider: 'alpha', id: 'small', accelerators: ['t4'] }),
      family({ provider: 'alpha', id: 'mid', accelerators: ['a10'] }),
      family({
        provider: 'alpha',
        id: 'big',
        accelerators: ['a100-sxm4-80gb'],
        madeFor: ['training', 'hpc'],
        rdmaGbps: 800,
      }),
      family({ provider: 'beta', id: 'mid', accelerators: ['a10'] }),
      family({ provider: 'beta', id: 'slice', accelerators: ['t4'] }),
    ],
    instanceTypes: [
      instanceType({ provider: 'alpha', id: 'small.1', family: 'small', accelerator: 't4', vcpu: 8, memoryGiB: 32 }),
      instanceType({ provider: 'alpha', id: 'mid.1', family: 'mid', accelerator: 'a10' }),
      instanceType({
        provider: 'alpha',
        id: 'big.8',
        family: 'big',
        accelerator: 'a100-sxm4-80gb',
        acceleratorCount: 8,
        vcpu: 128,
        memoryGiB: 1024,
        networkGbps: 100,
        rdmaGbps: 800,
        interconnect: 'nvswitch',
      }),
      instanceType({ provider: 'beta', id: 'mid.x', family: 'mid', accelerator: 'a10' }),
      instanceType({
        provider: 'beta',
        id: 'slice.q',
        family: 'slice',
        accelerator: 't4',
        acceleratorShare: 0.25,
        acceleratorMemoryGiB: 4,
        vcpu: 4,
        memoryGiB: 16,
      }),
    ],
    availability: [
      availability({ provider: 'alpha', instanceType: 'small.1', region: 'a-south', zone: 'a-south-1' }),
      availability({ provider: 'alpha', instanceType: 'mid.1', region: 'a-south', zone: 'a-south-1' }),
      availability({ provider: 'alpha', instanceType: 'big.8', region: 'a-south', zone: 'a-south-1' }),
      availability({ provider: 'beta', instanceType: 'mid.x', region: 'b-north', zone: 'b-north-1' }),
      availability({ provider: 'beta', instanceType: 'slice.q', region: 'b-north', zone: 'b-north-1' }),
    ],
    models: [model({ id: 'llama-3.1-8b', name: 'Llama-3.1-8B', huggingFaceId: 'meta-llama/Llama-3.1-8B' })],
    priceSheets: [
      priceSheet({
        provider: 'alpha',
        rows: [
          rate({ provider: 'alpha', region: 'a-south', sku: 'small.1', price: '2' }),
          rate({ provider: 'alpha', region: 'a-south', sku: 'mid.1', price: '9' }),
          rate({ provider: 'alpha', region: 'a-south', sku: 'big.8', price: '230' }),
          rate({
            provider: 'alpha',
            region: 'a-south',
            sku: 'mid.1',
            price: '4000',
            unit: 'month',
            billingMode: 'subscription',
          }),
        ],
      }),
      priceSheet({
        provider: 'beta',
        rows: [
          rate({ provider: 'beta', region: 'b-north', sku: 'mid.x', price: '8' }),
          rate({ provider: 'beta', region: 'b-north', sku: 'slice.q', price: '0.7' }),
        ],
      }),
    ],
  });
}

export const smallCatalogue = () => openCatalogue(smallSnapshot());
