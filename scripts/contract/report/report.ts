// Findings of a run: for each part and operation the number of checks, and each failure with its request and response.
import { shellWord } from '../../../core/shell-word.ts';
import type { Json, Node } from '../../../core/description/openapi-document.ts';
import { findingOf, PARTS, type Baseline, type Failure, type Part } from './finding.ts';

export interface Row {
  part: Part;
  /** operationId, or another name. */
  operation: string;
  /** Checks that passed. */
  passed: number;
  /** Without those of the baseline. */
  failures: Failure[];
  /** All findings without ids, those of the baseline included. */
  findings: string[];
  /** The findings that the baseline has. */
  known: string[];
  /** The reason why it was skipped. */
  skipped?: string;
}

export type Report = ReturnType<typeof createReport>;

/** Of one operation and part, so that a fault of every response does not hide all others. */
const MAX_FAILURES = 5;

/** @param parts others are not recorded @param baseline findings that are no failures */
export function createReport(parts: readonly Part[], baseline: Baseline = {}) {
  const found = new Map<string, Row>();
  const notes: string[] = [];
  const finished = new Set<Part>();
  const rowOf = (part: Part, operation: string): Row => {
    const key = `${part} ${operation}`;
    const row = found.get(key) ?? { part, operation, passed: 0, failures: [], findings: [], known: [] };
    found.set(key, row);
    return row;
  };
  const rows = (): Row[] =>
    [...found.values()].sort(
      (a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part) || a.operation.localeCompare(b.operation),
    );
  function fail(part: Part, operation: string, failure: Failure): void {
    if (!parts.includes(part)) return;
    const { failures, findings, known } = rowOf(part, operation);
    const finding = findingOf(part, failure);
    const isNew = !findings.includes(finding);
    if (isNew) findings.push(finding);
    // What ends a run is never known.
    if (operation !== 'run' && baseline[operation]?.[part]?.includes(finding)) {
      if (isNew) known.push(finding);
      return;
    }
    if (failures.length < MAX_FAILURES && !failures.some(({ detail }) => detail === failure.detail))
      failures.push(failure);
  }

  /** Of parts that have run to their ends. */
  function noteGone(): void {
    for (const [operation, known] of Object.entries(baseline))
      for (const part of parts.filter((each) => finished.has(each)))
        for (const finding of known[part] ?? [])
          if (!found.get(`${part} ${operation}`)?.findings.includes(finding))
            notes.push(`no longer found, and to be taken out of the baseline: ${part} ${operation}: ${finding}`);
  }

  return {
    pass(part: Part, operation: string, count = 1): void {
      if (parts.includes(part)) rowOf(part, operation).passed += count;
    },
    fail,
    /** A fault of the run itself, in the first of its parts. */
    failRun: (operation: string, failure: Failure): void => fail(parts[0] ?? 'examples', operation, failure),
    /** A part has run to its end. */
    finish: (...done: Part[]): void => done.forEach((part) => finished.add(part)),
    /** The run is over: each of its parts that has not run to its end is a failure. */
    end(): void {
      for (const part of parts.filter((each) => !finished.has(each))) {
        fail(part, 'run', { title: 'the part did not run', detail: `${part} did not run to its end` });
      }
      noteGone();
    },
    skip(part: Part, operation: string, reason: string): void {
      if (parts.includes(part)) rowOf(part, operation).skipped = reason;
    },
    /** A line about the whole run, such as the counts of statuses. */
    note: (line: string): void => void notes.push(line),
    rows,
    notes: (): readonly string[] => notes,
    totals: () => {
      const all = rows();
      return {
        passed: all.reduce((sum, row) => sum + row.passed, 0),
        failed: all.reduce((sum, row) => sum + row.failures.length, 0),
        known: all.reduce((sum, row) => sum + row.known.length, 0),
        skipped: all.filter(({ skipped }) => skipped !== undefined).length,
      };
    },
  };
}

const SECRET_NAMES =
  'password|old_password|jwt|renew|access_token|refresh_token|upload_token|api_key|client_secret|secret|uuid';
const SECRETS = new RegExp(`^(?:${SECRET_NAMES})$`);
/** Members in text that is not whole JSON: truncated, quoted again, or printed by Python. */
const SECRET_MEMBERS = new RegExp(String.raw`(["']\s*(?:${SECRET_NAMES})\\*["']\s*:\s*\\*["'])[^"'\\\n]+`, 'g');
const JWT = /\beyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g;
const MAX_SHOWN = 2_000;

function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Node = {};
  for (const [name, item] of Object.entries(value))
    copy[name] = SECRETS.test(name) && typeof item === 'string' ? '***' : withoutSecrets(item);
  return copy;
}

/** Any text without secrets. */
export const hideSecrets = (text: string): string =>
  text
    .replace(/([?&](?:signature|access_token|api_key)=)[^&"\s]+/g, '$1***')
    .replace(SECRET_MEMBERS, '$1***')
    .replace(JWT, '***');

/** The start of a text without secrets; JSON in one line. */
export function showText(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(withoutSecrets(JSON.parse(text) as Json));
  } catch {
    // No JSON.
  }
  shown = hideSecrets(shown);
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

/** A line for a shell with TOKEN and API_KEY. */
export function curlLine(request: {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
}): string {
  const words = ['curl', '-g', '-i', '-X', request.method];
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'authorization') words.push('-H', '"Authorization: Bearer $TOKEN"');
    else if (name === 'x-api-key') words.push('-H', '"X-Api-Key: $API_KEY"');
    else words.push('-H', shellWord(`${name}: ${value}`));
  }
  const isText = request.body && !request.body.includes(0);
  if (request.body) words.push('--data-binary', isText ? shellWord(showText(request.body.toString())) : '@file');
  return [...words, shellWord(showText(request.url))].join(' ');
}
