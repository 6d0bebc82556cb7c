// The order in which vitest runs the files: the longest first, so that no core is idle at the end. Those that start processes
// wait more than they compute, so they are spread evenly among the others.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptDurations } from './durations.ts';

/** Files of this folder start processes: services, commands, database servers. */
const PROCESSES = 'test/processes/';
/** Of files that are not among the slowest, in percent of the time of all. */
const USUAL_SHARE = 0.1;

/**
 * @param files paths within the project
 * @param shares of the slowest files, in percent of the time of all
 */
export function inOrder(files: readonly string[], shares: Readonly<Record<string, number>>): string[] {
  const shareOf = (file: string): number => shares[file] ?? USUAL_SHARE;
  const longestFirst = [...files].sort((one, other) => shareOf(other) - shareOf(one) || one.localeCompare(other));
  /** With the part of the list's time that has passed in the middle of each file. */
  const placed = (list: readonly string[]): { file: string; at: number }[] => {
    const total = list.reduce((sum, file) => sum + shareOf(file), 0);
    let passed = 0;
    return list.map((file) => {
      passed += shareOf(file);
      return { file, at: (passed - shareOf(file) / 2) / total };
    });
  };
  const isProcess = (file: string): boolean => file.startsWith(PROCESSES);
  const lists = [longestFirst.filter(isProcess), longestFirst.filter((file) => !isProcess(file))];
  return lists
    .flatMap(placed)
    .sort((one, other) => one.at - other.at)
    .map(({ file }) => file);
}

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byName = new Map(files.map((file) => [nameOf(file), file]));
    const ordered = inOrder([...byName.keys()], keptDurations()?.slowest ?? {});
    return Promise.resolve(ordered.flatMap((name) => byName.get(name) ?? []));
  }
}

const nameOf = ({ moduleId, project }: TestSpecification): string => moduleId.slice(project.config.root.length + 1);
