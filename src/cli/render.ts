/** Tables and notes as text for a terminal, or as Markdown. */
import Table from 'cli-table3';

export type Section =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'notes'; readonly lines: readonly string[] };

export const title = (text: string): Section => ({ kind: 'title', text });
export const table = (columns: readonly string[], rows: readonly (readonly string[])[]): Section => ({
  kind: 'table',
  columns,
  rows,
});
export const notes = (lines: readonly string[]): Section => ({ kind: 'notes', lines });

export function renderTerminal(sections: readonly Section[]): string {
  return sections
    .map((section) => {
      if (section.kind === 'title') return `${section.text}\n`;
      if (section.kind === 'notes') return section.lines.map((line) => `  - ${line}\n`).join('');
      if (section.rows.length === 0) return '';
      const shown = new Table({ head: [...section.columns], style: { head: [], border: [] }, wordWrap: true });
      shown.push(...section.rows.map((row) => [...row]));
      return `${shown.toString()}\n`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

export function renderMarkdown(sections: readonly Section[]): string {
  return sections
    .map((section) => {
      if (section.kind === 'title') return `## ${section.text}\n`;
      if (section.kind === 'notes') return section.lines.map((line) => `- ${cell(line)}\n`).join('');
      if (section.rows.length === 0) return '';
      const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
      return row(section.columns) + row(section.columns.map(() => '---')) + section.rows.map(row).join('');
    })
    .filter((text) => text !== '')
    .join('\n');
}

function cell(text: string): string {
  return text
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
