/** Every use case, given its ports. */
import { type AcceleratorMatrix, acceleratorMatrix } from './accelerator-matrix.js';
import {
  type CreateApiKey,
  createApiKey,
  type ListApiKeys,
  listApiKeys,
  type RevokeApiKey,
  type RotateApiKey,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.js';
import { type ListAuditEvents, listAuditEvents } from './audit.js';
import { type Authenticate, authenticate } from './authenticate.js';
import {
  type ListCalibrations,
  listCalibrations,
  type ReadCalibration,
  type RecordCalibration,
  type RetireCalibration,
  readCalibration,
  recordCalibration,
  retireCalibration,
} from './calibrations.js';
import { type Consolidate, consolidate } from './consolidate.js';
import { type EstimateCost, estimateCost } from './estimate-cost.js';
import { type Evaluate, evaluate } from './evaluate.js';
import { ageOfCatalogue, type CatalogueAge, pricesOf, type Readiness, readiness } from './health.js';
import { type ListCatalogue, listCatalogue } from './list-catalogue.js';
import { type ListScenarios, listScenarios } from './list-scenarios.js';
import { noteQuestions } from './note-questions.js';
import { type PlanCapacity, planCapacity } from './plan-capacity.js';
import type {
  AuditLog,
  BatchEngine,
  CalibrationBook,
  CalibrationReader,
  CatalogueReader,
  Clock,
  Engine,
  KeyReader,
  KeyRing,
  PriceSheetReader,
  StoreHealth,
  Writes,
} from './ports.js';
import type { PriceFreshness } from './price-freshness.js';
import {
  type AddPriceRows,
  addPriceRows,
  type DiscardPriceSheet,
  type DraftPriceSheet,
  discardPriceSheet,
  draftPriceSheet,
  type ListPriceSheets,
  listPriceSheets,
  type PublishPriceSheet,
  type PutPriceRows,
  publishPriceSheet,
  putPriceRows,
  type ReadPriceRows,
  type ReadPriceSheet,
  readPriceRows,
  readPriceSheet,
} from './price-sheets.js';
import { type PricePorts, type PriceUseCases, priceUseCases } from './price-use-cases.js';
import { type CompareQuotes, compareQuotes } from './quotes/compare-quotes.js';
import { type DriftOfQuote, driftOfQuote } from './quotes/drift.js';
import { type ExportQuote, exportQuote } from './quotes/export-quote.js';
import { type MakeQuote, makeQuote } from './quotes/make-quote.js';
import { type MoveQuote, moveQuote } from './quotes/move-quote.js';
import type { QuoteReader, QuoteSigner } from './quotes/quote.js';
import {
  type ListQuoteKeys,
  type ListQuotes,
  listQuoteKeys,
  listQuotes,
  type ReadQuote,
  readQuote,
} from './quotes/read-quotes.js';
import { type VerifyQuote, verifyQuote } from './quotes/verify-quote.js';
import { type AccuracySection, type ReadAccuracy, readAccuracy } from './read-accuracy.js';
import { type ReadCatalogue, readCatalogue } from './read-catalogue.js';
import { type Recommend, recommend } from './recommend.js';
import { type RecommendBatch, recommendBatch } from './recommend-batch.js';
import { type ListAvailability, listAvailability, type SetAvailability, setAvailability } from './set-availability.js';
import { type PutCatalogue, putCatalogue, type RetireCatalogue, retireCatalogue } from './write-catalogue.js';

export interface Ports extends PricePorts {
  /** Summary of the validation report of this release. */
  readonly accuracy: readonly AccuracySection[];
  readonly engine: Engine;
  readonly clock: Clock;
  readonly reader: CatalogueReader;
  readonly writes: Writes;
  readonly calibrations: CalibrationBook;
  readonly calibrationReader: CalibrationReader;
  readonly priceSheets: PriceSheetReader;
  readonly keyRing: KeyRing;
  readonly keys: KeyReader;
  readonly audit: AuditLog;
  readonly health: StoreHealth;
  /** Default: the engine itself, one question at a time. */
  readonly batchEngine?: BatchEngine;
  readonly quotes: QuoteReader;
  readonly signer: QuoteSigner;
}

export interface UseCases extends PriceUseCases {
  readonly recommend: Recommend;
  readonly recommendBatch: RecommendBatch;
  readonly evaluate: Evaluate;
  readonly estimateCost: EstimateCost;
  readonly consolidate: Consolidate;
  readonly planCapacity: PlanCapacity;
  readonly recordCalibration: RecordCalibration;
  readonly listCalibrations: ListCalibrations;
  readonly readCalibration: ReadCalibration;
  readonly retireCalibration: RetireCalibration;
  readonly listScenarios: ListScenarios;
  readonly readAccuracy: ReadAccuracy;
  readonly listCatalogue: ListCatalogue;
  readonly readCatalogue: ReadCatalogue;
  readonly putCatalogue: PutCatalogue;
  readonly retireCatalogue: RetireCatalogue;
  readonly acceleratorMatrix: AcceleratorMatrix;
  readonly listAvailability: ListAvailability;
  readonly setAvailability: SetAvailability;
  readonly listPriceSheets: ListPriceSheets;
  readonly readPriceSheet: ReadPriceSheet;
  readonly readPriceRows: ReadPriceRows;
  readonly draftPriceSheet: DraftPriceSheet;
  readonly putPriceRows: PutPriceRows;
  readonly addPriceRows: AddPriceRows;
  readonly discardPriceSheet: DiscardPriceSheet;
  readonly publishPriceSheet: PublishPriceSheet;
  readonly makeQuote: MakeQuote;
  readonly moveQuote: MoveQuote;
  readonly listQuotes: ListQuotes;
  readonly readQuote: ReadQuote;
  readonly compareQuotes: CompareQuotes;
  readonly verifyQuote: VerifyQuote;
  readonly driftOfQuote: DriftOfQuote;
  readonly exportQuote: ExportQuote;
  readonly listQuoteKeys: ListQuoteKeys;
  readonly listApiKeys: ListApiKeys;
  readonly createApiKey: CreateApiKey;
  readonly rotateApiKey: RotateApiKey;
  readonly revokeApiKey: RevokeApiKey;
  readonly listAuditEvents: ListAuditEvents;
  readonly authenticate: Authenticate;
  readonly readiness: (isDraining: boolean) => Promise<Readiness>;
  readonly catalogueAge: () => CatalogueAge | undefined;
  /** [] before a catalogue was read. */
  readonly priceFreshness: () => readonly PriceFreshness[];
}

export function createUseCases(ports: Ports): UseCases {
  const { clock, reader, writes, priceSheets, keyRing, keys, audit, health, quotes } = ports;
  const recommendOne = recommend(ports);
  return {
    ...priceUseCases(ports),
    recommend: noteQuestions(recommendOne, ports.questions),
    recommendBatch: batchOf(ports),
    evaluate: evaluate(ports),
    estimateCost: estimateCost(ports),
    consolidate: consolidate(ports),
    planCapacity: planCapacity(ports),
    recordCalibration: recordCalibration(ports, writes, ports.calibrations),
    listCalibrations: listCalibrations(ports.calibrationReader),
    readCalibration: readCalibration(ports.calibrationReader),
    retireCalibration: retireCalibration(writes, ports.calibrations),
    listScenarios: listScenarios(),
    readAccuracy: readAccuracy(ports.accuracy),
    listCatalogue: listCatalogue(reader),
    readCatalogue: readCatalogue(reader),
    putCatalogue: putCatalogue(writes, reader),
    retireCatalogue: retireCatalogue(writes, reader),
    acceleratorMatrix: acceleratorMatrix(reader),
    listAvailability: listAvailability(reader),
    setAvailability: setAvailability(writes, reader),
    listPriceSheets: listPriceSheets(priceSheets),
    readPriceSheet: readPriceSheet(priceSheets),
    readPriceRows: readPriceRows(priceSheets),
    draftPriceSheet: draftPriceSheet(writes, reader, ports.requiresPriceApproval),
    putPriceRows: putPriceRows(writes, reader),
    addPriceRows: addPriceRows(writes, reader),
    discardPriceSheet: discardPriceSheet(writes),
    publishPriceSheet: publishPriceSheet(writes, reader),
    makeQuote: makeQuote(ports),
    moveQuote: moveQuote(writes, quotes, clock),
    listQuotes: listQuotes(quotes),
    readQuote: readQuote(quotes),
    compareQuotes: compareQuotes(quotes),
    verifyQuote: verifyQuote(quotes, ports),
    driftOfQuote: driftOfQuote(quotes, ports),
    exportQuote: exportQuote(quotes),
    listQuoteKeys: listQuoteKeys(quotes),
    listApiKeys: listApiKeys(keys),
    createApiKey: createApiKey(writes, keyRing, clock),
    rotateApiKey: rotateApiKey(writes, keyRing, clock),
    revokeApiKey: revokeApiKey(writes, keyRing, clock),
    listAuditEvents: listAuditEvents(audit),
    authenticate: authenticate(keyRing, clock),
    readiness: readiness(health, reader, clock),
    catalogueAge: () => ageOfCatalogue(reader, clock),
    priceFreshness: () => (ageOfCatalogue(reader, clock) === undefined ? [] : pricesOf(reader, clock)),
  };
}

function batchOf(ports: Ports): RecommendBatch {
  const { batchEngine, engine } = ports;
  if (batchEngine === undefined) return recommendBatch(recommend(ports), 1);
  return recommendBatch(
    recommend({ ...ports, engine: { ...engine, recommend: batchEngine.recommend } }),
    batchEngine.width,
  );
}
