/** The whole URL map, by who may call what. A route that is not here does not exist. */
import { CATALOGUE_KIND_NAMES } from '../../application/catalogue-kinds.js';
import type { UseCases } from '../../application/use-cases.js';
import type { App } from '../app-types.js';
import { docs } from '../plugins/openapi.js';
import type { Access } from '../types.js';
import { deleteApiKey } from './access/delete-api-key.js';
import { getApiKeys } from './access/get-api-keys.js';
import { getAuditEvents } from './access/get-audit-events.js';
import { postApiKey } from './access/post-api-key.js';
import { postRotateApiKey } from './access/post-rotate-api-key.js';
import { deleteCalibration } from './calibrations/delete-calibration.js';
import { getCalibration } from './calibrations/get-calibration.js';
import { getCalibrations } from './calibrations/get-calibrations.js';
import { postCalibration } from './calibrations/post-calibration.js';
import { getAvailability } from './catalogue/get-availability.js';
import { getRegionAccelerators } from './catalogue/get-matrix.js';
import { getCatalogueList } from './catalogue/list.js';
import { postAvailability } from './catalogue/post-availability.js';
import { putCatalogueEntry } from './catalogue/put.js';
import { getCatalogueEntry } from './catalogue/read.js';
import { deleteCatalogueEntry } from './catalogue/retire.js';
import { getAccuracy } from './planning/get-accuracy.js';
import { getScenarios } from './planning/get-scenarios.js';
import { postCapacityPlan } from './planning/post-capacity-plan.js';
import { postConsolidate } from './planning/post-consolidate.js';
import { postCostEstimate } from './planning/post-cost-estimate.js';
import { postEvaluate } from './planning/post-evaluate.js';
import { postRecommend } from './planning/post-recommend.js';
import { postRecommendBatch } from './planning/post-recommend-batch.js';
import { deletePriceBook } from './price-books/delete-price-book.js';
import { getPriceBook } from './price-books/get-price-book.js';
import { getPriceBooks } from './price-books/get-price-books.js';
import { putPriceBook } from './price-books/put-price-book.js';
import { deletePriceSheet } from './prices/delete-price-sheet.js';
import { getDiff } from './prices/get-diff.js';
import { getExport } from './prices/get-export.js';
import { getImpact } from './prices/get-impact.js';
import { getImpactEvents } from './prices/get-impact-events.js';
import { getImpactJob } from './prices/get-impact-job.js';
import { getImpacts } from './prices/get-impacts.js';
import { getImport } from './prices/get-import.js';
import { getImportEvents } from './prices/get-import-events.js';
import { getImports } from './prices/get-imports.js';
import { getPriceFormats } from './prices/get-price-formats.js';
import { getPriceRows } from './prices/get-price-rows.js';
import { getPriceSheet } from './prices/get-price-sheet.js';
import { getPriceSheets } from './prices/get-price-sheets.js';
import { getPriceTemplate } from './prices/get-price-template.js';
import { getQuarantine } from './prices/get-quarantine.js';
import { getReport } from './prices/get-report.js';
import { postCancelImpact } from './prices/post-cancel-impact.js';
import { postCancelImport } from './prices/post-cancel-import.js';
import { postImpact } from './prices/post-impact.js';
import { postImport } from './prices/post-import.js';
import { postPriceRows } from './prices/post-price-rows.js';
import { postPriceSheet } from './prices/post-price-sheet.js';
import { postPublish } from './prices/post-publish.js';
import { postQuarantine } from './prices/post-quarantine.js';
import { postRollback } from './prices/post-rollback.js';
import { putPriceRows } from './prices/put-price-rows.js';
import { getQuote } from './quotes/get-quote.js';
import { getQuoteComparison } from './quotes/get-quote-comparison.js';
import { getQuoteDrift } from './quotes/get-quote-drift.js';
import { getQuoteExport } from './quotes/get-quote-export.js';
import { getQuoteKeys } from './quotes/get-quote-keys.js';
import { getQuoteVerification } from './quotes/get-quote-verification.js';
import { getQuotes } from './quotes/get-quotes.js';
import { postQuote } from './quotes/post-quote.js';
import { postQuoteState } from './quotes/post-quote-state.js';
import { getLivez } from './service/get-livez.js';
import { getMetrics } from './service/get-metrics.js';
import { getOpenapi } from './service/get-openapi.js';
import { getProblem } from './service/get-problem.js';
import { getReadyz } from './service/get-readyz.js';

export interface RouteOptions {
  readonly isDraining: () => boolean;
}

export function registerRoutes(app: App, useCases: UseCases, { isDraining }: RouteOptions): void {
  access(app, 'public', (routes) => {
    getLivez(routes); //                                     GET    /livez
    getReadyz(routes, useCases, isDraining); //              GET    /readyz
    getOpenapi(routes); //                                   GET    /openapi.json
    getProblem(routes); //                                   GET    /problems/{code}
    getQuoteKeys(routes, useCases); //                       GET    /quote-keys
    routes.register(docs); //                                GET    /docs, and / leads there
  });

  access(app, 'plan', (routes) => {
    postRecommend(routes, useCases); //                      POST   /recommend
    postRecommendBatch(routes, useCases); //                 POST   /recommend/batch
    postEvaluate(routes, useCases); //                       POST   /evaluate
    postCostEstimate(routes, useCases); //                   POST   /cost-estimate
    postCapacityPlan(routes, useCases); //                   POST   /capacity-plan
    postConsolidate(routes, useCases); //                    POST   /consolidate
    getScenarios(routes, useCases); //                       GET    /scenarios
    getAccuracy(routes, useCases); //                        GET    /accuracy
    postQuote(routes, useCases); //                          POST   /quotes
    getQuotes(routes, useCases); //                          GET    /quotes
    getQuote(routes, useCases); //                           GET    /quotes/{id}
    postQuoteState(routes, useCases); //                     POST   /quotes/{id}/state
    getQuoteVerification(routes, useCases); //               GET    /quotes/{id}/verify
    getQuoteDrift(routes, useCases); //                      GET    /quotes/{id}/drift
    getQuoteComparison(routes, useCases); //                 GET    /quotes/{id}/compare
    getQuoteExport(routes, useCases); //                     GET    /quotes/{id}/export
  });

  access(app, 'catalogue:read', (routes) => {
    for (const kind of CATALOGUE_KIND_NAMES) {
      getCatalogueList(routes, useCases, kind); //           GET    /catalogue/{kind}
      getCatalogueEntry(routes, useCases, kind); //          GET    /catalogue/{kind}/{provider}/{id}, or /{id}
    }
    getCalibrations(routes, useCases); //                    GET    /calibrations
    getCalibration(routes, useCases); //                     GET    /calibrations/{id}
    getAvailability(routes, useCases); //                    GET    /catalogue/availability
    getRegionAccelerators(routes, useCases); //              GET    /catalogue/region-accelerators
    getPriceSheets(routes, useCases); //                     GET    /price-sheets
    getPriceSheet(routes, useCases); //                      GET    /price-sheets/{id}
    getPriceRows(routes, useCases); //                       GET    /price-sheets/{id}/rows
    getExport(routes, useCases); //                          GET    /price-sheets/{id}/export
    getReport(routes, useCases); //                          GET    /price-sheets/{id}/report
    getDiff(routes, useCases); //                            GET    /price-sheets/{id}/diff
    getQuarantine(routes, useCases); //                      GET    /price-sheets/{id}/quarantine
    getImports(routes, useCases); //                         GET    /price-sheets/{id}/imports
    getImport(routes, useCases); //                          GET    /price-sheets/{id}/imports/{import}
    getImportEvents(routes, useCases, isDraining); //        GET    /price-sheets/{id}/imports/{import}/events
    getPriceBooks(routes, useCases); //                      GET    /price-books
    getPriceBook(routes, useCases); //                       GET    /price-books/{name}
    getPriceFormats(routes, useCases); //                    GET    /price-formats
    getPriceTemplate(routes); //                             GET    /price-template
  });

  access(app, 'catalogue:write', (routes) => {
    postCalibration(routes, useCases); //                    POST   /calibrations
    deleteCalibration(routes, useCases); //                  DELETE /calibrations/{id}
    for (const kind of CATALOGUE_KIND_NAMES) {
      putCatalogueEntry(routes, useCases, kind); //          PUT    /catalogue/{kind}/…
      deleteCatalogueEntry(routes, useCases, kind); //       DELETE /catalogue/{kind}/…
    }
    postAvailability(routes, useCases); //                   POST   /catalogue/availability
    postPriceSheet(routes, useCases); //                     POST   /price-sheets
    putPriceRows(routes, useCases); //                       PUT    /price-sheets/{id}/rows
    postPriceRows(routes, useCases); //                      POST   /price-sheets/{id}/rows
    deletePriceSheet(routes, useCases); //                   DELETE /price-sheets/{id}
    putPriceBook(routes, useCases); //                       PUT    /price-books/{name}
    deletePriceBook(routes, useCases); //                    DELETE /price-books/{name}
    postImport(routes, useCases); //                         POST   /price-sheets/{id}/import
    postCancelImport(routes, useCases); //                   POST   /price-sheets/{id}/imports/{import}/cancel
  });

  access(app, 'prices:publish', (routes) => {
    postPublish(routes, useCases); //                        POST   /price-sheets/{id}/publish
    getImpact(routes, useCases); //                          GET    /price-sheets/{id}/impact
    postImpact(routes, useCases); //                         POST   /price-sheets/{id}/impact
    getImpacts(routes, useCases); //                         GET    /price-sheets/{id}/impacts
    getImpactJob(routes, useCases); //                       GET    /price-sheets/{id}/impacts/{impact}
    getImpactEvents(routes, useCases, isDraining); //        GET    /price-sheets/{id}/impacts/{impact}/events
    postCancelImpact(routes, useCases); //                   POST   /price-sheets/{id}/impacts/{impact}/cancel
    postRollback(routes, useCases); //                       POST   /price-sheets/{id}/rollback
    postQuarantine(routes, useCases); //                     POST   /price-sheets/{id}/quarantine
  });

  access(app, 'admin', (routes) => {
    getApiKeys(routes, useCases); //                         GET    /api-keys
    postApiKey(routes, useCases); //                         POST   /api-keys
    postRotateApiKey(routes, useCases); //                   POST   /api-keys/{id}/rotate
    deleteApiKey(routes, useCases); //                       DELETE /api-keys/{id}
    getAuditEvents(routes, useCases); //                     GET    /audit-events
    getMetrics(routes); //                                   GET    /metrics
  });
}

/** Routes registered within carry this scope; the auth plugin refuses a route without one. */
function access(app: App, scope: Access, register: (routes: App) => void): void {
  app.register(async (routes) => {
    routes.addHook('onRoute', (route) => {
      route.config = { access: scope, ...route.config };
    });
    register(routes as App);
  });
}
