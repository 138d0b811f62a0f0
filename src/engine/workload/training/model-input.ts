/** A model as a training question names it: a card, its numbers, or a Hugging Face config. */
import { type Static, Type } from 'typebox';
import { readHuggingFaceConfig } from '../../catalogue/hugging-face-config.js';
import { namedLanguageModel } from '../../catalogue/language-models.js';
import { Attention, Experts, type Transformer } from '../../catalogue/model-card.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault } from '../../question-error.js';
import { checkStatedParameters } from '../../sizing/stated-parameters.js';
import { type TrainingModel, trainingModel } from '../../sizing/training/architecture.js';
import type { PrepareContext } from '../scenario.js';

const int = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

export const ModelNumbers = Type.Object(
  {
    family: Type.Optional(Type.String({ maxLength: 60, description: 'Architecture group.' })),
    parametersBillion: Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'All parameters, 10^9.' }),
    activeParametersBillion: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Parameters a token passes, 10^9.' }),
    ),
    layers: int(2000, 'Transformer layers.'),
    hiddenSize: int(1_000_000, 'Width of the residual stream.'),
    intermediateSize: Type.Optional(int(4_000_000, 'Feed-forward width. Default: from the parameter count.')),
    attentionHeads: int(4096, 'Query heads.'),
    keyValueHeads: Type.Optional(int(4096, 'Key-value heads. Default: as many as query heads.')),
    headSize: Type.Optional(int(4096, 'Size of a head. Default: hiddenSize / attentionHeads.')),
    vocabularySize: int(10_000_000, 'Tokens of the vocabulary.'),
    tiedEmbeddings: Type.Optional(Type.Boolean({ description: 'Output head shares the embedding. Default false.' })),
    maxContextTokens: Type.Optional(int(100_000_000, 'Longest sequence. Default: not checked.')),
    attention: Type.Optional(Attention),
    experts: Type.Optional(Experts),
  },
  { additionalProperties: false, description: 'A model by its numbers.' },
);
export type ModelNumbers = Static<typeof ModelNumbers>;

export const TrainingModelInput = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 200, description: 'Card id, Hugging Face id or common spelling.' }),
    ModelNumbers,
    Type.Object(
      {
        huggingFaceConfig: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
          description: 'The content of config.json.',
        }),
      },
      { additionalProperties: false, description: 'A model by its Hugging Face config.' },
    ),
  ],
  { description: 'The model: a name, its numbers, or its Hugging Face config.' },
);
export type TrainingModelInput = Static<typeof TrainingModelInput>;

export type ModelResolution =
  | {
      readonly model: TrainingModel;
      readonly cardId: string | null;
      /** Where its weights lie on Hugging Face; null when nobody said. */
      readonly huggingFaceId: string | null;
      readonly family: string;
      readonly context: number | null;
      readonly findings: readonly Finding[];
    }
  | { readonly fault: Fault };

/** Resolves a model of a training question. */
export function resolveTrainingModel(input: TrainingModelInput, context: PrepareContext): ModelResolution {
  const pointer = `${context.pointer}/model`;
  if (typeof input === 'string') {
    const named = namedLanguageModel(context.catalogue, input, pointer);
    if ('code' in named) return { fault: named };
    const { card } = named;
    if (!card.transformer) return { fault: fault('model-without-architecture', pointer, { value: card.name }) };
    return {
      model: trainingModel(card.name, card.transformer),
      cardId: card.id,
      huggingFaceId: card.huggingFaceId,
      family: card.family ?? card.id,
      context: card.transformer.maxContextTokens,
      findings: named.isReadAs ? [finding('model-read-as', { name: input, model: card.name })] : [],
    };
  }
  if ('huggingFaceConfig' in input) {
    const { transformer, name, missing, outOfRange, unused } = readHuggingFaceConfig(input.huggingFaceConfig);
    if (outOfRange) return { fault: fault('out-of-range', `${pointer}/huggingFaceConfig`, { ...outOfRange }) };
    if (transformer === null) {
      return {
        fault: fault('model-config-incomplete', `${pointer}/huggingFaceConfig`, { fields: missing.join(', ') }),
      };
    }
    return {
      model: trainingModel(name, transformer),
      cardId: null,
      huggingFaceId: null,
      family: 'config',
      context: transformer.maxContextTokens,
      findings: unused.length > 0 ? [finding('config-fields-unused', { fields: unused })] : [],
    };
  }
  const shape = transformerOfNumbers(input);
  if (shape.attentionHeads % shape.keyValueHeads !== 0) {
    return {
      fault: fault('out-of-range', `${pointer}/keyValueHeads`, {
        field: 'keyValueHeads',
        value: shape.keyValueHeads,
        expected: `a divisor of attentionHeads (${shape.attentionHeads})`,
      }),
    };
  }
  const check = checkStatedParameters(shape, pointer);
  if (check.fault !== null) return { fault: check.fault };
  return {
    model: trainingModel(input.family ?? 'model by numbers', shape),
    cardId: null,
    huggingFaceId: null,
    family: input.family ?? 'numbers',
    context: input.maxContextTokens ?? null,
    findings: check.findings,
  };
}

function transformerOfNumbers(input: ModelNumbers): Transformer {
  const headSize = input.headSize ?? Math.max(1, Math.round(input.hiddenSize / input.attentionHeads));
  const keyValueHeads = input.keyValueHeads ?? input.attentionHeads;
  return {
    parametersBillion: input.parametersBillion,
    ...(input.activeParametersBillion ? { activeParametersBillion: input.activeParametersBillion } : {}),
    layers: input.layers,
    hiddenSize: input.hiddenSize,
    intermediateSize: input.intermediateSize ?? widthFromTotal(input, headSize, keyValueHeads),
    attentionHeads: input.attentionHeads,
    keyValueHeads,
    headSize,
    vocabularySize: input.vocabularySize,
    tiedEmbeddings: input.tiedEmbeddings ?? false,
    maxContextTokens: input.maxContextTokens ?? 1_000_000,
    attention: input.attention ?? {
      kind: keyValueHeads === input.attentionHeads ? 'mha' : keyValueHeads === 1 ? 'mqa' : 'gqa',
    },
    ...(input.experts ? { experts: input.experts } : {}),
  };
}

/** Feed-forward width of a gated block that makes the stated total, or 4 × hidden where it would be out of reason. */
function widthFromTotal(input: ModelNumbers, headSize: number, keyValueHeads: number): number {
  const { hiddenSize: h, layers } = input;
  const embeddings = input.vocabularySize * h * (input.tiedEmbeddings ? 1 : 2);
  const attention = h * headSize * (2 * input.attentionHeads + 2 * keyValueHeads);
  const width = Math.round((input.parametersBillion * 1e9 - embeddings - layers * attention) / (layers * 3 * h));
  return width >= h && width <= 8 * h ? width : 4 * h;
}
