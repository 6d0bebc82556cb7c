// The report as JSON, by operation.
import type { RunFacts } from './html.ts';
import type { Part } from './finding.ts';
import type { Report, Row } from './report.ts';

interface PartResult extends Pick<Row, 'passed' | 'failures' | 'skipped'> {
  /** Findings of the baseline. */
  known: readonly string[];
}

export function jsonReport(report: Report, { url, started, seconds }: RunFacts): string {
  const operations: Record<string, Partial<Record<Part, PartResult>>> = {};
  for (const { part, operation, passed, failures, known, skipped } of report.rows()) {
    const result = { passed, failures, known, ...(skipped === undefined ? {} : { skipped }) };
    operations[operation] = { ...operations[operation], [part]: result };
  }
  const facts = { url, started: started.toISOString(), seconds: Number(seconds.toFixed(1)) };
  return `${JSON.stringify({ ...facts, totals: report.totals(), notes: report.notes(), operations }, null, 2)}\n`;
}
