// Tries generators of others on the description of a service as it is served, and tells for each how far it got.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../core/disk/make-folder.ts';
import type { Say } from '../language.ts';
import { STEPS, type PublicGenerator, type Step, type StepInput } from './public-generator.ts';

export interface Row {
  name: string;
  /** Undefined for a step that was not tried. */
  passed: Partial<Record<Step, boolean>>;
  /** Why it was not tried, or what fails and where this is known. */
  note: string;
  /** Whether it failed, or passed where a fault is named. */
  isWrong: boolean;
}

interface Tried extends Omit<StepInput, 'out'> {
  /** For the clients, each in a folder of its own. */
  folder: string;
}

/** What the programs use. */
export const PART = '?types=countries,documents&tags=auth,streams,downloads';

/**
 * @param query of the address, `PART` or nothing
 * @returns the path of the description
 * @throws Error when the service does not serve it
 */
export async function saveDescription({ url, folder }: Pick<Tried, 'url' | 'folder'>, query: string): Promise<string> {
  const response = await fetch(`${url}/openapi.json${query}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}/openapi.json${query}: ${response.status} ${text.slice(0, 500)}`);
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, text);
  return file;
}

/** The description without the tags that a generator cannot read, as the service serves it. */
async function descriptionFor({ without }: PublicGenerator, { description, url, folder }: Tried): Promise<string> {
  if (!without) return description;
  // cast: the service has sent it
  const { tags } = JSON.parse(await readFile(description, 'utf8')) as { tags: { name: string }[] };
  const kept = tags.map(({ name }) => name).filter((name) => !without.tags.includes(name));
  return saveDescription({ url, folder }, `?${String(new URLSearchParams({ tags: kept.join() }))}`);
}

/** Goes on until a step fails. */
export async function tryGenerator(generator: PublicGenerator, { folder, ...trial }: Tried): Promise<Row> {
  const { name, fault, steps, without } = generator;
  const remark = without ? `without the tag ${without.tags.join(' and ')}: ${without.why}` : (generator.remark ?? '');
  const row: Row = { name, passed: {}, note: remark, isWrong: false };
  const say: Say = (line) => trial.say(`${name}: ${line}`);
  const reason = await generator.missing(say);
  if (reason !== undefined) return { ...row, note: `not tried: ${reason}` };
  const out = path.join(folder, name.replaceAll(/[^\w.-]+/g, '-'));
  await makeFolder(out);
  const description = await descriptionFor(generator, { ...trial, folder: out });
  for (const step of STEPS) {
    const run = steps[step];
    if (!run) continue;
    const started = performance.now();
    try {
      await run({ ...trial, description, out, say });
      row.passed[step] = true;
      say(`${step} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      row.passed[step] = false;
      const isKnown = fault?.step === step;
      if (!isKnown) say(`${step}: no\n${error instanceof Error ? error.message.slice(0, 4000) : String(error)}`);
      return isKnown
        ? { ...row, note: `${fault.construct} ([its issue](${fault.issue}))` }
        : { ...row, note: `fails at "${step}"`, isWrong: true };
    }
  }
  if (!fault) return row;
  say(`"${fault.step}" passes now: remove its fault from the list of generators`);
  return { ...row, isWrong: true };
}
