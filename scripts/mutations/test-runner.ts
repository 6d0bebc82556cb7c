// Runs test files of a copy of the project again and again in one Vitest, with one mongod.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestModule, Vitest } from 'vitest/node';
import { createVitest } from 'vitest/node';

export interface Outcome {
  passed: number;
  failed: number;
  /** Title of the first test that failed, or the error of a set-up. */
  first: string | undefined;
}

export interface TestRunner {
  run(tests: readonly string[]): Promise<Outcome>;
  /** The content of a file of the copy has changed. */
  forget(file: string): void;
  close(): Promise<void>;
}

/** Time limit of a few test files, and of each of many; a fault may make one hang. */
const TIME_LIMIT_MS = 240_000;
const EACH_MS = 30_000;

function outcomeOf(modules: readonly TestModule[]): Outcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = tests.filter((test) => test.result().state === 'failed');
  // Set-up sends requests too, and checks the responses; a file that a fault keeps from loading has noticed it.
  const outside = modules.filter((module) => !module.ok()).flatMap((module) => module.errors());
  const suites = modules.flatMap((module) => [...module.children.allSuites()].flatMap((suite) => suite.errors()));
  const errors = [...outside, ...suites].map(({ message }) => message.split('\n')[0]);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: failed.length + errors.length,
    first: failed[0]?.fullName ?? errors[0],
  };
}

/** A worker that begins just when the run is cancelled may wait for ever, and so may what closes it. */
const MOST_CLOSING_MS = 10_000;
const closed = (vitest: Vitest): Promise<unknown> =>
  Promise.race([vitest.close(), sleep(MOST_CLOSING_MS, undefined, { ref: false })]);

async function openVitest(folder: string): Promise<Vitest> {
  let endRun = (): void => undefined;
  const vitest = await createVitest('test', {
    root: folder,
    config: path.join(folder, 'scripts/config/vitest.config.ts'),
    watch: false,
    // Silent: what a fault breaks is no news. One failed test is enough.
    reporters: [{ onTestCaseResult: (test) => void (test.result().state === 'failed' && endRun()) }],
    maxWorkers: 1,
    // A fault ends many of these by their limit.
    expect: { poll: { timeout: TIME_LIMIT_MS / 4 } },
  });
  endRun = () => void vitest.cancelCurrentRun('test-failure');
  await vitest.standalone();
  return vitest;
}

/** @returns undefined when it does not end */
async function runOnce(vitest: Vitest, folder: string, tests: readonly string[]): Promise<Outcome | undefined> {
  const specifications = (await vitest.globTestSpecifications(tests.map((test) => path.join(folder, test)))).filter(
    ({ moduleId }) => tests.includes(path.relative(folder, moduleId)),
  );
  if (specifications.length !== tests.length) throw new Error(`not all of these are tests: ${tests.join(' ')}`);
  const limit = Math.max(TIME_LIMIT_MS, tests.length * EACH_MS);
  const ended = new AbortController();
  const late = sleep(limit, undefined, { signal: ended.signal }).catch(() => undefined);
  const result = await Promise.race([vitest.runTestSpecifications(specifications), late]);
  ended.abort();
  // Vitest still knows those of earlier runs.
  const run = new Set(specifications.map(({ moduleId }) => moduleId));
  return result && outcomeOf(result.testModules.filter(({ moduleId }) => run.has(moduleId)));
}

/** @param folder of the copy, which becomes the working folder of this process */
export async function openTestRunner(folder: string): Promise<TestRunner> {
  process.chdir(folder);
  let vitest = await openVitest(folder);
  return {
    forget: (file) => vitest.invalidateFile(path.join(folder, file)),
    async run(tests) {
      const first = await runOnce(vitest, folder, tests);
      if (first) return first;
      console.log(`again, since they did not end: ${tests.join(' ')}`);
      await closed(vitest);
      vitest = await openVitest(folder);
      const second = await runOnce(vitest, folder, tests);
      if (!second) throw new Error(`they do not end: ${tests.join(' ')}`);
      return second;
    },
    close: async () => void (await closed(vitest)),
  };
}
