// The report as JUnit XML: a suite for each part, a case for each operation, and one for each failure of it.
import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import { PARTS, type Failure } from './finding.ts';
import type { Report } from './report.ts';

// Its types declare a default export, which Node does not find.
const junit = createRequire(import.meta.url)('junit-report-builder') as Builder;

/** XML does not allow control characters. */
const clean = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');

const textOf = ({ detail, request, answer }: Failure): string =>
  clean([detail, request, answer].filter((part) => part !== undefined).join('\n\n'));

export function junitReport(report: Report): string {
  const builder = junit.newBuilder();
  for (const part of PARTS) {
    const rows = report.rows().filter((row) => row.part === part);
    if (rows.length === 0) continue;
    const suite = builder.testSuite().name(`contract ${part}`);
    for (const { operation, passed, failures, known, skipped } of rows) {
      const newCase = (name: string) => suite.testCase().className(`${part}.${operation}`).name(clean(name));
      for (const failure of failures) newCase(failure.title).failure(clean(failure.detail)).stacktrace(textOf(failure));
      for (const finding of known) newCase(`known: ${finding}`).skipped();
      if (failures.length > 0) continue;
      const whole = newCase(`${operation}: ${passed} checks`);
      if (skipped !== undefined && passed === 0) whole.skipped();
    }
  }
  return builder.build();
}
