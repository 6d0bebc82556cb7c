// The journal of an import beside its file: faults, and the progress, from which a killed import continues.
import { createHash } from 'node:crypto';
import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Refusal, type Fault } from './target.ts';

/** The position to continue at: everything before this line of this pass is done. */
export interface Place {
  pass: number;
  line: number;
}

export interface Counts {
  made: number;
  /** Of those that are there, ones that would change; only a dry run compares them. */
  changed: number;
  present: number;
  faults: number;
}

interface State extends Place {
  /** Identifies the file and the service. */
  of: string;
  counts: Counts;
}

export interface Journal {
  /** The position to continue at; the start for an import that was not interrupted. */
  readonly place: Place;
  readonly counts: Counts;
  readonly faultsFile: string;
  fault(line: number, id: string | undefined, fault: Fault): void;
  /** The faults of a refusal. @throws any other error */
  refused(line: number, id: string | undefined, error: unknown): void;
  /** Faults are written before the position, so that none is lost. */
  reached(place: Place): Promise<void>;
  /** The import is complete: the next one starts from the beginning. */
  finish(): Promise<void>;
}

interface JournalOptions {
  file: string;
  faultsFile: string;
  /** The settings of a position. */
  settings: readonly string[];
  /** Writes nothing. */
  dryRun: boolean;
}

const MAX_SHOWN = 100_000;

export async function openJournal({ file, faultsFile, settings, dryRun }: JournalOptions): Promise<Journal> {
  const stateFile = `${file}.import-state.json`;
  const { size, mtimeMs } = await stat(file);
  const of = createHash('sha256')
    .update(JSON.stringify([size, mtimeMs, ...settings]))
    .digest('hex');
  const state = await readState(stateFile);
  const isSame = !dryRun && state?.of === of;
  const place: Place = isSame ? { pass: state.pass, line: state.line } : { pass: 1, line: 0 };
  const counts: Counts = isSame ? state.counts : { made: 0, changed: 0, present: 0, faults: 0 };
  if (!isSame) await rm(faultsFile, { force: true });
  let waiting: string[] = [];

  async function flush(): Promise<void> {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) await appendFile(faultsFile, lines.join(''));
  }

  const fault: Journal['fault'] = (line, id, given) => {
    counts.faults += 1;
    if (counts.faults <= MAX_SHOWN)
      waiting.push(`${JSON.stringify({ line, ...(id !== undefined && { id }), ...given })}\n`);
  };

  return {
    place,
    counts,
    faultsFile,
    fault,
    refused(line, id, error) {
      if (!(error instanceof Refusal)) throw error;
      for (const each of error.faults) fault(line, id, each);
    },
    async reached(reached) {
      await flush();
      if (dryRun) return;
      const next: State = { of, ...reached, counts };
      // Atomically, whenever the process is killed.
      await writeFile(`${stateFile}.new`, JSON.stringify(next));
      await rename(`${stateFile}.new`, stateFile);
    },
    async finish() {
      await flush();
      if (!dryRun) await rm(stateFile, { force: true });
    },
  };
}

async function readState(file: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State;
  } catch {
    return undefined;
  }
}
