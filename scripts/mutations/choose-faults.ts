// Which faults are made in a folder: by a seed, and by the code itself, so that other code may change beside it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { faultsIn, type Fault } from './faults.ts';
import type { Place } from './places.ts';

/**
 * @param root of the project
 * @param count at most so many of the folder, each in another file as long as there are some
 */
export async function chooseFaults(root: string, place: Place, seed: number, count: number): Promise<Fault[]> {
  const files = await Promise.all(
    place.sources.map(async (file) =>
      (place.faultsIn ?? faultsIn)(file, await readFile(path.join(root, file), 'utf8')),
    ),
  );
  const rank = ({ file, identity }: Fault): string =>
    createHash('sha256').update(`${seed} ${file} ${identity}`).digest('hex');
  const ranked = files.map((faults) => faults.map((fault) => ({ fault, rank: rank(fault) })).sort(byRank));
  const turns = ranked.flatMap((faults) => faults.map((each, turn) => ({ ...each, turn })));
  return turns
    .sort((a, b) => a.turn - b.turn || byRank(a, b))
    .slice(0, count)
    .map(({ fault }) => fault);
}

const byRank = (a: { rank: string }, b: { rank: string }): number => (a.rank < b.rank ? -1 : 1);
