// The file of known findings (`--baseline`), which every run writes for the next one.
import { isNode, type Json } from '../../../core/description/openapi-document.ts';
import { ContractError, readGivenFile } from '../contract-error.ts';
import { PARTS, type Baseline, type Part } from './finding.ts';
import type { Report } from './report.ts';

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** @throws ContractError when the file cannot be read, or has another form */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readGivenFile('--baseline', file);
  const form = `--baseline: ${file} is not a baseline.json of an earlier run`;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new ContractError(form);
  }
  if (!isNode(value)) throw new ContractError(form);
  for (const [operation, parts] of Object.entries(value)) {
    const isRight = isNode(parts) && Object.values(parts).every(isTexts);
    const unknown = isRight && Object.keys(parts).find((part) => !PARTS.some((each) => each === part));
    if (!isRight || typeof unknown === 'string') throw new ContractError(`${form}: see ${operation}`);
  }
  return value as Baseline;
}

/** All findings of a run, for the next one; what ended the run is none. */
export function baselineOf(report: Report): Baseline {
  const found = Object.create(null) as Record<string, Partial<Record<Part, readonly string[]>>>;
  for (const { part, operation, findings } of report.rows()) {
    if (operation === 'run' || findings.length === 0) continue;
    found[operation] = { ...found[operation], [part]: [...findings].sort() };
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b)));
}
