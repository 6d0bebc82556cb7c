// The report as one self-contained page: readable without scripts, in light and dark mode.
import { PARTS, type Failure } from './finding.ts';
import type { Report, Row } from './report.ts';

export interface RunFacts {
  url: string;
  started: Date;
  seconds: number;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `:root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #81c784; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; font-weight: bold; padding: .5rem 0; }
th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
section.failure { border-left: .25rem solid var(--bad); padding-left: 1rem; margin: 1.5rem 0; }
.bad { color: var(--bad); font-weight: bold; } .good { color: var(--good); font-weight: bold; } .none { opacity: .6; }`;

function summary(rows: readonly Row[]): string {
  const lines = PARTS.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    if (own.length === 0) return [];
    const passed = own.reduce((sum, row) => sum + row.passed, 0);
    const failed = own.reduce((sum, row) => sum + row.failures.length, 0);
    const skipped = own.filter((row) => row.skipped !== undefined).length;
    const verdict = failed > 0 ? 'bad' : 'good';
    return [
      `<tr><th scope="row">${part}</th><td class="n">${passed}</td><td class="n ${verdict}">${failed}</td><td class="n">${skipped}</td></tr>`,
    ];
  });
  return `<table><caption>Parts</caption><thead><tr><th scope="col">Part</th><th scope="col" class="n">Checks passed</th><th scope="col" class="n">Failures</th><th scope="col" class="n">Left out</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function cell(row: Row | undefined): string {
  if (!row) return '<td class="none">–</td>';
  if (row.failures.length > 0)
    return `<td><a class="bad" href="#${row.part}-${escape(encodeURIComponent(row.operation))}">${row.failures.length} failed</a></td>`;
  if (row.known.length > 0) return `<td>${row.known.length} known</td>`;
  if (row.skipped !== undefined && row.passed === 0) return `<td class="none">left out: ${escape(row.skipped)}</td>`;
  return `<td><span class="good">ok</span> ${row.passed}</td>`;
}

function operations(rows: readonly Row[]): string {
  const parts = PARTS.filter((part) => rows.some((row) => row.part === part));
  const names = [...new Set(rows.map((row) => row.operation))].sort((a, b) => a.localeCompare(b));
  const lines = names.map((name) => {
    const cells = parts.map((part) => cell(rows.find((row) => row.part === part && row.operation === name)));
    return `<tr><th scope="row">${escape(name)}</th>${cells.join('')}</tr>`;
  });
  const heads = parts.map((part) => `<th scope="col">${part}</th>`).join('');
  return `<table><caption>Operations</caption><thead><tr><th scope="col">Operation</th>${heads}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

function failureBlock({ title, detail, request, answer }: Failure): string {
  const block = (name: string, text: string | undefined): string =>
    text === undefined ? '' : `<h4>${name}</h4><pre>${escape(text)}</pre>`;
  return `<section class="failure"><h3>${escape(title)}</h3><p>${escape(detail)}</p>${block('Request', request)}${block('Answer', answer)}</section>`;
}

function failures(rows: readonly Row[]): string {
  const failed = rows.filter((row) => row.failures.length > 0);
  if (failed.length === 0) return '';
  const blocks = failed.map(
    (row) =>
      `<section id="${row.part}-${escape(encodeURIComponent(row.operation))}"><h2>${row.part}: ${escape(row.operation)}</h2>${row.failures.map(failureBlock).join('')}</section>`,
  );
  return `<h2>Failures</h2><p>The curl lines need <code>TOKEN</code> and, if a key is required, <code>API_KEY</code>.</p>${blocks.join('\n')}`;
}

/** The findings of the baseline. */
function knownFindings(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ part, operation, known }) =>
    known.map((finding) => `<li>${part} ${escape(operation)}: ${escape(finding)}</li>`),
  );
  return lines.length === 0 ? '' : `<h2>Known findings</h2><ul>${lines.join('\n')}</ul>`;
}

export function htmlReport(report: Report, { url, started, seconds }: RunFacts): string {
  const rows = report.rows();
  const { failed } = report.totals();
  const verdict =
    failed === 0 ? '<span class="good">kept</span>' : `<span class="bad">broken in ${failed} places</span>`;
  const notes = report.notes().map((note) => `<li>${escape(note)}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Contract of ${escape(url)}</title>
<style>${STYLE}</style>
<h1>The contract is ${verdict}</h1>
<p>${escape(url)}, ${started.toISOString()}, ${seconds.toFixed(0)} s</p>
${summary(rows)}
<ul>${notes.join('')}</ul>
${failures(rows)}
${knownFindings(rows)}
${operations(rows)}
</html>
`;
}
