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

export type ItemsOutcome = ExportOutcome | { readonly single: true };

/** Formats that hold several plans in one file, and how their files become one. */
const JOINERS: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  evidence: (texts) => `${JSON.stringify({ items: texts.map((text) => JSON.parse(text) as unknown) }, null, 2)}\n`,
  'evidence-markdown': (texts) => texts.join('\n---\n\n'),
  'evidence-html': (texts) =>
    texts
      .map((text, index) => {
        const body = /<body>([\s\S]*)<\/body>/.exec(text)?.[1] ?? '';
        return index === 0 ? text.slice(0, text.indexOf('<body>') + '<body>'.length) + body : `<hr>${body}`;
      })
      .join('')
      .concat('</body>\n</html>\n'),
  'bill-csv': joinTables,
  focus: joinTables,
};

/** Rows of all, under the first one's heading. */
function joinTables(texts: readonly string[]): string {
  return texts.map((text, index) => (index === 0 ? text : text.slice(text.indexOf('\r\n') + 2))).join('');
}

/** Writes one plan, or several where the format can hold them. */
export function exportItems(id: string, subjects: readonly ExportSubject[], options: ExportOptions): ItemsOutcome {
  const outcomes = subjects.map((subject) => exportPlan(id, subject, options));
  const [first] = outcomes;
  if (first === undefined) return { unknown: true };
  const failed = outcomes.find((outcome) => !('file' in outcome));
  if (failed !== undefined) return failed;
  if (outcomes.length === 1 || !('file' in first)) return first;
  const join = JOINERS[id];
  if (join === undefined) return { single: true };
  const texts = outcomes.flatMap((outcome) => ('file' in outcome ? [outcome.file.text] : []));
  return { file: { ...first.file, text: join(texts) }, checkedBy: first.checkedBy };
}

/** Formats that can say this plan. */
export function formatsFor(subject: ExportSubject): readonly ExportFormat[] {
  return EXPORT_FORMATS.filter((format) => format.refuse(subject) === null);
}
