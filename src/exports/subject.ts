/** Makes the subject of an export from an answer and the catalogue that gave it. */
import type { Plan, RecommendReply } from '../engine/answer.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import type { RecommendRequest } from '../engine/question.js';
import type { ExportSubject, ModelArchitecture, PlanHardware } from './export-format.js';

/** Facts of the plan's server; what the catalogue does not know is null. */
export function hardwareOf(catalogue: Catalogue, { placement }: Plan): PlanHardware {
  const type = catalogue.typesByKey.get(`${placement.provider}/${placement.instanceType}`);
  const card = catalogue.acceleratorsById.get(placement.accelerator);
  const offer = catalogue.offers.find(
    (o) =>
      o.provider.id === placement.provider && o.type.id === placement.instanceType && o.region.id === placement.region,
  );
  return {
    accelerator: {
      id: placement.accelerator,
      name: card?.name ?? placement.accelerator,
      vendor: card?.vendor ?? 'unknown',
      kind: card?.kind ?? 'gpu',
    },
    acceleratorMemoryGiB: type?.acceleratorMemoryGiB ?? card?.memoryGiB ?? null,
    vcpu: type?.vcpu ?? null,
    memoryGiB: type?.memoryGiB ?? null,
    rdmaGbps: type?.rdmaGbps ?? null,
    migProfiles: (card?.migProfiles ?? []).map(({ name, memoryGiB, computeSlices }) => ({
      name,
      memoryGiB,
      computeRatio: computeSlices / 7,
    })),
    zones: offer?.zones ?? [],
  };
}

/** How an engine names the model: as asked when that is a hub id, else the hub id of its card. */
export function modelNameOf(catalogue: Catalogue, request: RecommendRequest, reply: RecommendReply): string | null {
  const asked: unknown = (request.workload as Readonly<Record<string, unknown>>).model;
  if (typeof asked === 'string' && asked.includes('/')) return asked;
  const card = reply.demand.model === null ? undefined : catalogue.modelsById.get(reply.demand.model);
  return card?.huggingFaceId ?? card?.name ?? (typeof asked === 'string' ? asked : null);
}

/** From the model card, or from the numbers of the question. */
export function architectureOf(
  catalogue: Catalogue,
  request: RecommendRequest,
  reply: RecommendReply,
): ModelArchitecture | null {
  const card = reply.demand.model === null ? undefined : catalogue.modelsById.get(reply.demand.model);
  const asked: unknown = (request.workload as Readonly<Record<string, unknown>>).model;
  const numbers = card?.transformer ?? (asked !== null && typeof asked === 'object' ? asked : null);
  if (numbers === null) return null;
  const { layers, hiddenSize, intermediateSize, attentionHeads, keyValueHeads, vocabularySize, experts } =
    numbers as Partial<ModelArchitecture>;
  if (
    layers === undefined ||
    hiddenSize === undefined ||
    intermediateSize === undefined ||
    attentionHeads === undefined ||
    keyValueHeads === undefined ||
    vocabularySize === undefined
  )
    return null;
  return {
    layers,
    hiddenSize,
    intermediateSize,
    attentionHeads,
    keyValueHeads,
    vocabularySize,
    experts: experts === undefined || experts === null ? null : { count: experts.count, perToken: experts.perToken },
  };
}

export function subjectOf(
  catalogue: Catalogue,
  request: RecommendRequest,
  reply: RecommendReply,
  plan: Plan,
): ExportSubject {
  return {
    request,
    reply,
    plan,
    hardware: hardwareOf(catalogue, plan),
    model: modelNameOf(catalogue, request, reply),
    architecture: architectureOf(catalogue, request, reply),
    quote: null,
  };
}
