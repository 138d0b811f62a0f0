/** The use cases of price administration, given their ports. */
import { type ImportPrices, importPrices } from './import-prices.js';
import type { Planning } from './planning.js';
import type {
  ImpactEngine,
  ImpactLog,
  ImportLog,
  PriceBookReader,
  PriceBookShelf,
  PriceSheetReader,
  QuarantineReader,
  QuestionLog,
  SheetComparer,
  Writes,
} from './ports.js';
import {
  type ListPriceBooks,
  listPriceBooks,
  type PutPriceBook,
  putPriceBook,
  type ReadPriceBook,
  type RetirePriceBook,
  readPriceBook,
  retirePriceBook,
} from './price-books.js';
import { type ExportPriceRows, exportPriceRows, type ListPriceFormats, listPriceFormats } from './price-formats.js';
import { type ImpactJobs, openImpactJobs } from './price-impact.js';
import { type DecideQuarantine, decideQuarantine, type ListQuarantine, listQuarantine } from './quarantine.js';
import { type RollBackPrices, rollBackPrices } from './roll-back-prices.js';
import {
  type CancelImport,
  cancelImport,
  type DiffPriceSheet,
  diffPriceSheet,
  type ListImports,
  listImports,
  type ReadImport,
  type ReportPriceSheet,
  readImport,
  reportPriceSheet,
} from './sheet-report.js';

export interface PricePorts extends Planning {
  /** true: no price sheet is published by whoever filled it. */
  readonly requiresPriceApproval?: boolean;
  readonly questions: QuestionLog;
  readonly priceBooks: PriceBookShelf;
  readonly priceBookReader: PriceBookReader;
  readonly writes: Writes;
  readonly priceSheets: PriceSheetReader;
  readonly importLog: ImportLog;
  readonly impactLog: ImpactLog;
  readonly impactEngine: ImpactEngine;
  readonly quarantine: QuarantineReader;
  readonly sheetComparer: SheetComparer;
}

export interface PriceUseCases {
  readonly impacts: ImpactJobs;
  readonly listPriceBooks: ListPriceBooks;
  readonly readPriceBook: ReadPriceBook;
  readonly putPriceBook: PutPriceBook;
  readonly retirePriceBook: RetirePriceBook;
  readonly listPriceFormats: ListPriceFormats;
  readonly exportPriceRows: ExportPriceRows;
  readonly importPrices: ImportPrices;
  readonly listImports: ListImports;
  readonly readImport: ReadImport;
  readonly cancelImport: CancelImport;
  readonly listQuarantine: ListQuarantine;
  readonly decideQuarantine: DecideQuarantine;
  readonly reportPriceSheet: ReportPriceSheet;
  readonly diffPriceSheet: DiffPriceSheet;
  readonly rollBackPrices: RollBackPrices;
}

export function priceUseCases(ports: PricePorts): PriceUseCases {
  const { clock, reader, writes, priceSheets: sheets, importLog: imports, quarantine, sheetComparer } = ports;
  return {
    listPriceBooks: listPriceBooks(ports.priceBookReader),
    readPriceBook: readPriceBook(ports.priceBookReader),
    putPriceBook: putPriceBook(writes, reader, ports.priceBooks),
    retirePriceBook: retirePriceBook(writes, ports.priceBooks),
    listPriceFormats,
    exportPriceRows: exportPriceRows(sheets),
    importPrices: importPrices({ writes, reader, imports, clock, sheets }),
    listImports: listImports({ sheets, imports }),
    readImport: readImport(imports),
    cancelImport: cancelImport(imports),
    listQuarantine: listQuarantine(sheets, quarantine),
    decideQuarantine: decideQuarantine(writes, reader),
    reportPriceSheet: reportPriceSheet({ sheets, imports, quarantine, comparer: sheetComparer }),
    diffPriceSheet: diffPriceSheet({ sheets, comparer: sheetComparer }),
    rollBackPrices: rollBackPrices(writes, reader),
    impacts: openImpactJobs({ ...ports, sheets, comparer: sheetComparer }),
  };
}
