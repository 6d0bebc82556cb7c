/**
 * Where the time of a run went, and its ten slowest files, printed at its end. A run of all tests that needs 20% more
 * than the kept figures (test/durations.json) fails; `DURATIONS=keep npm test` keeps those of this run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunJudge } from '../../../scripts/config/closing-line.ts';
import type { Phases, WorkerReport } from './phases.ts';

/** Figures that different machines have in common. */
export interface Durations {
  /** Time of the processor, in rounds of the calibration (phases.ts); null until a run on a quiet machine is kept. */
  rounds: number | null;
  /** The slowest files, with their shares of the time of all files, in percent; the order of files follows them. */
  slowest: Record<string, number>;
}

interface FileTime {
  name: string;
  seconds: number;
}

const KEPT = path.resolve(import.meta.dirname, '../../durations.json');
const MOST = 1.2;
const SHOWN = 10;
const KEPT_FILES = 80;

/** Undefined when none are kept. */
export const keptDurations = (): Durations | undefined =>
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Durations) : undefined;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function median(values: readonly number[]): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? NaN;
}

/** @param files the slowest first */
export function durationsOf(reports: readonly WorkerReport[], files: readonly FileTime[]): Durations {
  const seconds = sum(reports.map(({ phases }) => phases.worker + phases.processes));
  const all = sum(files.map((file) => file.seconds));
  const share = (file: FileTime): number => Math.round((file.seconds / all) * 1_000) / 10;
  return {
    rounds: Math.round(seconds / median(reports.flatMap(({ calibration }) => calibration))),
    slowest: Object.fromEntries(files.slice(0, KEPT_FILES).map((file) => [file.name, share(file)])),
  };
}

/** @returns why a run is too slow, undefined if it is not */
export function slowness(kept: Durations, now: Durations): string | undefined {
  if (kept.rounds === null || now.rounds === null || now.rounds <= kept.rounds * MOST) return undefined;
  const percent = Math.round((now.rounds / kept.rounds - 1) * 100);
  const growth = Object.entries(now.slowest)
    .map(([name, share]) => ({ name, share, before: kept.slowest[name] }))
    .filter(({ share, before }) => before === undefined || share > before * MOST)
    .map(({ name, share, before }) => `${name} (${share}% of the time, ${before ?? 'not among the slowest'} before)`);
  return `The tests take ${percent}% more time of the processor than test/durations.json allows for: ${growth.join(', ') || 'no single file'}`;
}

async function readReports(folder: string): Promise<WorkerReport[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => JSON.parse(text) as WorkerReport);
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;

function phasesLine(reports: readonly WorkerReport[], imports: number): string {
  const of = (name: keyof Phases): string => inSeconds(sum(reports.map(({ phases }) => phases[name])));
  return [
    `Time of the processor: workers ${of('worker')} (garbage collection ${of('collection')}), their processes ${of('processes')}.`,
    `Time of tests: opening services ${of('services')}, requests ${of('requests')}, checks of responses ${of('checks')}, imports ${inSeconds(imports)}.`,
  ].join('\n');
}

export const durations: RunJudge = async (run, modules, whole) => {
  // The global set-up has failed, and Vitest says why.
  if (modules.length === 0) return { line: '', faults: [] };
  const files = modules
    .map((module) => {
      const { duration, collectDuration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (duration + collectDuration) / 1_000 };
    })
    .sort((a, b) => b.seconds - a.seconds);
  const reports = await readReports(run.getRootProject().getProvidedContext().phases);
  const imports = sum(modules.map((module) => module.diagnostic().collectDuration)) / 1_000;
  const line = [
    `All files: ${inSeconds(sum(files.map(({ seconds }) => seconds)))}; the slowest:`,
    ...files.slice(0, SHOWN).map(({ name, seconds }) => `  ${inSeconds(seconds)} ${name}`),
    phasesLine(reports, imports),
  ].join('\n');
  if (!whole) return { line, faults: [] };
  const now = durationsOf(reports, files);
  if (process.env['DURATIONS'] === 'keep') writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`);
  const kept = keptDurations();
  const fault = kept && slowness(kept, now);
  return { line, faults: fault === undefined ? [] : [fault] };
};
