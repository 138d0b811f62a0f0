/** The evidence pack in one file: JSON for programs, Markdown for tickets, HTML that prints to PDF as it is. */
import { type ExportFormat, type ExportSubject, type Language, planSlug } from '../export-format.js';
import { evidencePack } from './pack.js';
import { type ReportPart, report } from './report.js';
import { say } from './words.js';

function markdownCell(text: string): string {
  return text
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}

function markdownPart(part: ReportPart, language: Language): string {
  switch (part.kind) {
    case 'heading':
      return `${'#'.repeat(part.level)} ${part.text}\n`;
    case 'code':
      return `\`\`\`\n${part.text.replaceAll('```', "'''")}\n\`\`\`\n`;
    case 'list':
      return part.items.length === 0
        ? `${say('none', language)}\n`
        : part.items.map((item) => `- ${markdownCell(item)}\n`).join('');
    case 'table': {
      if (part.rows.length === 0) return `${say('none', language)}\n`;
      const row = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`;
      return row(part.columns) + row(part.columns.map(() => '---')) + part.rows.map(row).join('');
    }
  }
}

export function markdownReport(subject: ExportSubject, language: Language): string {
  return report(subject, language)
    .map((part) => markdownPart(part, language))
    .join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function htmlPart(part: ReportPart, language: Language): string {
  switch (part.kind) {
    case 'heading':
      return `<h${part.level}>${escapeHtml(part.text)}</h${part.level}>`;
    case 'code':
      return `<pre>${escapeHtml(part.text)}</pre>`;
    case 'list':
      return part.items.length === 0
        ? `<p>${say('none', language)}</p>`
        : `<ul>${part.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'table': {
      if (part.rows.length === 0) return `<p>${say('none', language)}</p>`;
      const hasHead = part.columns.some((column) => column !== '');
      const head = hasHead
        ? `<thead><tr>${part.columns.map((column) => `<th>${escapeHtml(column)}</th>`).join('')}</tr></thead>`
        : '';
      const cell = (text: string, index: number) =>
        !hasHead && index === 0 ? `<th scope="row">${escapeHtml(text)}</th>` : `<td>${escapeHtml(text)}</td>`;
      return `<table>${head}<tbody>${part.rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`;
    }
  }
}

const STYLE = `
@page { size: A4; margin: 16mm; }
body { font: 10pt/1.45 "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; color: #1a1a1a; max-width: 190mm; margin: 0 auto; }
h1 { font-size: 18pt; margin: 0 0 4mm; } h2 { font-size: 12pt; margin: 7mm 0 2mm; border-bottom: 0.3mm solid #999; break-after: avoid; }
table { border-collapse: collapse; width: 100%; } th, td { border: 0.2mm solid #bbb; padding: 1mm 2mm; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #f0f0f0; } tr { break-inside: avoid; } pre { background: #f6f6f6; padding: 2mm; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
`;

/** A page that needs nothing from elsewhere: no script, no font, no image. */
export function htmlReport(subject: ExportSubject, language: Language): string {
  const parts = report(subject, language);
  const title = subject.quote === null ? say('title', language) : `${say('quote', language)} ${subject.quote.number}`;
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${parts.map((part) => htmlPart(part, language)).join('\n')}
</body>
</html>
`;
}

const always = () => null;

export const evidenceFormats: readonly ExportFormat[] = [
  {
    id: 'evidence',
    title: { en: 'Evidence pack (JSON)', zh: '依据材料（JSON）' },
    mediaType: 'application/json',
    checkedBy: 'JSON.parse',
    refuse: always,
    write: (subject, { language }) => ({
      fileName: `${planSlug(subject)}-evidence.json`,
      mediaType: 'application/json',
      text: `${JSON.stringify(evidencePack(subject, language), null, 2)}\n`,
    }),
  },
  {
    id: 'evidence-markdown',
    title: { en: 'Evidence pack (Markdown)', zh: '依据材料（Markdown）' },
    mediaType: 'text/markdown',
    checkedBy: 'a reader of its tables in our tests',
    refuse: always,
    write: (subject, { language }) => ({
      fileName: `${planSlug(subject)}-evidence.${language}.md`,
      mediaType: 'text/markdown',
      text: markdownReport(subject, language),
    }),
  },
  {
    id: 'evidence-html',
    title: { en: 'Evidence pack (HTML for print)', zh: '依据材料（可打印 HTML）' },
    mediaType: 'text/html',
    checkedBy: 'a reader of its tags in our tests',
    refuse: always,
    write: (subject, { language }) => ({
      fileName: `${planSlug(subject)}-evidence.${language}.html`,
      mediaType: 'text/html',
      text: htmlReport(subject, language),
    }),
  },
];
