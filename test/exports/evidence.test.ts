import { describe, expect, it } from 'vitest';
import type { ExportSubject } from '../../src/exports/export-format.js';
import { EXPORT_FORMATS, exportPlan, formatsFor } from '../../src/exports/index.js';
import { plansOn } from '../support/plans.js';

const QUOTE = {
  number: 'Q-2026-000001',
  issuedAt: '2026-11-30T08:00:00.000Z',
  expiresAt: '2026-12-30T08:00:00.000Z',
  contentHash: 'a'.repeat(64),
  reference: 'PO <script>|1',
  costCentre: 'CC-7',
  approver: 'li@example.com',
  tags: { project: 'chat' },
};

function textOf(id: string, subject: ExportSubject, language: 'en' | 'zh' = 'en'): string {
  const outcome = exportPlan(id, subject, { language });
  if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.file.text;
}

describe('the evidence pack', () => {
  const [first] = plansOn('tencent');
  if (first === undefined) throw new Error('no plan');
  const subject: ExportSubject = { ...first, quote: QUOTE };

  it('holds plan, three alternatives, rejected by reason, lines with sources, assumptions, accuracy and load test', () => {
    const pack = JSON.parse(textOf('evidence', subject));
    expect(pack.plan.id).toBe(subject.plan.id);
    expect(pack.alternatives).toHaveLength(3);
    expect(pack.rejected.byReason.length).toBeGreaterThan(0);
    expect(pack.lines).toEqual(subject.plan.cost.lines);
    expect(pack.priceSheets[0].source.length).toBeGreaterThan(0);
    expect(pack.assumptions.length).toBeGreaterThan(0);
    expect(pack.accuracy.map(({ metric }: { metric: string }) => metric)).toEqual(
      Object.keys(subject.plan.performance),
    );
    expect(pack.loadTest.commands.length).toBeGreaterThan(0);
    expect(pack.question).toEqual(subject.request);
  });

  it('is Markdown whose tables keep their columns, whatever the cells hold', () => {
    for (const language of ['en', 'zh'] as const) {
      const lines = textOf('evidence-markdown', subject, language).split('\n');
      expect(lines[0]).toBe(language === 'en' ? '# Capacity plan: evidence' : '# 算力方案：依据材料');
      let columns = 0;
      for (const line of lines) {
        if (!line.startsWith('|')) {
          columns = 0;
          continue;
        }
        const cells = line.replaceAll('\\|', '').split('|').length;
        if (columns === 0) columns = cells;
        expect(cells).toBe(columns);
      }
    }
  });

  it('speaks Chinese in headings and findings', () => {
    const text = textOf('evidence-markdown', subject, 'zh');
    expect(text).toContain('## 月度账单');
    expect(text).not.toContain('## Bill of a month');
    expect(text).toMatch(/假设/);
    expect(textOf('evidence-html', subject, 'zh')).toContain('<html lang="zh-CN">');
  });

  it('is HTML whose tags close, that escapes what callers wrote and needs nothing from elsewhere', () => {
    const text = textOf('evidence-html', subject);
    expect(text).toContain('PO &lt;script&gt;|1');
    expect(text).not.toMatch(/<script|src=|href=|@import|url\(/);
    const open: string[] = [];
    for (const [, closing, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (name === 'meta') continue;
      if (closing === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe('the registry', () => {
  it('gives every format an id of its own, texts in both languages, and says who checks it', () => {
    expect(new Set(EXPORT_FORMATS.map(({ id }) => id)).size).toBe(EXPORT_FORMATS.length);
    for (const { id, title, checkedBy } of EXPORT_FORMATS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(title.zh).not.toBe(title.en);
      expect(checkedBy === null || checkedBy.length > 0).toBe(true);
    }
  });

  it('says UNCHECKED in every deployable text that nobody reads', () => {
    for (const subject of [...plansOn('tencent'), ...plansOn('aws')])
      for (const format of formatsFor(subject)) {
        const { text } = format.write(subject, { language: 'en' });
        if (format.mediaType === 'application/json' || format.mediaType === 'text/csv') continue;
        expect({ format: format.id, says: text.includes('UNCHECKED') }).toEqual({
          format: format.id,
          says: format.checkedBy === null,
        });
      }
  });

  it('writes the same text for the same plan', () => {
    const [subject] = plansOn('tencent');
    if (subject === undefined) throw new Error('no plan');
    for (const { id } of formatsFor(subject)) expect(textOf(id, subject)).toBe(textOf(id, subject));
  });

  it('refuses in both languages, and does not know what is not there', () => {
    const [subject] = plansOn('tencent');
    expect(subject && exportPlan('slurm', subject, { language: 'en' })).toEqual({
      refused: { en: 'The plan trains no language model.', zh: '该方案不是大语言模型训练任务。' },
    });
    expect(subject && exportPlan('bogus', subject, { language: 'en' })).toEqual({ unknown: true });
  });
});
