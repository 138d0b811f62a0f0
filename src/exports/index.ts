/** Every output format. To add one: its file, and its line here. */
import { billCsv } from './bill-csv.js';
import { evidenceFormats } from './evidence/evidence-formats.js';
import type { ExportFile, ExportFormat, ExportOptions, ExportSubject, NotApplicable } from './export-format.js';
import { focusCsv } from './focus.js';
import { kubernetes } from './kubernetes/kubernetes.js';
import { launchFormats } from './launch/launch-formats.js';
import { skypilot } from './skypilot.js';
import { slurm } from './slurm.js';
import { alicloud } from './terraform/alicloud.js';
import { aws } from './terraform/aws.js';
import { azurerm } from './terraform/azurerm.js';
import { google } from './terraform/google.js';
import { tencentcloud } from './terraform/tencentcloud.js';
import { terraformFormats } from './terraform/terraform.js';

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  ...evidenceFormats,
  billCsv,
  focusCsv,
  ...terraformFormats([tencentcloud, alicloud, aws, azurerm, google]),
  kubernetes,
  skypilot,
  slurm,
  ...launchFormats,
];

export const EXPORT_FORMAT_IDS: readonly string[] = EXPORT_FORMATS.map(({ id }) => id);

export type ExportOutcome =
  | { readonly file: ExportFile; readonly checkedBy: string | null }
  | { readonly refused: NotApplicable }
  | { readonly unknown: true };

/** Writes a plan in a format, or says why it cannot be said in it. */
export function exportPlan(id: string, subject: ExportSubject, options: ExportOptions): ExportOutcome {
  const format = EXPORT_FORMATS.find((candidate) => candidate.id === id);
  if (format === undefined) return { unknown: true };
  const refused = format.refuse(subject);
  return refused === null ? { file: format.write(subject, options), checkedBy: format.checkedBy } : { refused };
}

/** Formats that can say this plan. */
export function formatsFor(subject: ExportSubject): readonly ExportFormat[] {
  return EXPORT_FORMATS.filter((format) => format.refuse(subject) === null);
}
