// Runs test files of a copy of the project again and again in one Vitest, with one mongod.
import path from 'node:path';
import type { TestModule } from 'vitest/node';
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

/** @param folder of the copy, which becomes the working folder of this process */
export async function openTestRunner(folder: string): Promise<TestRunner> {
  process.chdir(folder);
  let endRun = (): void => undefined;
  const vitest = await createVitest('test', {
    root: folder,
    config: path.join(folder, 'scripts/config/vitest.config.ts'),
    watch: false,
    // Silent: what a fault breaks is no news. One failed test is enough.
    reporters: [{ onTestCaseResult: (test) => void (test.result().state === 'failed' && endRun()) }],
    maxWorkers: 1,
  });
  endRun = () => void vitest.cancelCurrentRun('test-failure');
  await vitest.standalone();
  return {
    forget: (file) => vitest.invalidateFile(path.join(folder, file)),
    async run(tests) {
      const specifications = (await vitest.globTestSpecifications(tests.map((test) => path.join(folder, test)))).filter(
        ({ moduleId }) => tests.includes(path.relative(folder, moduleId)),
      );
      if (specifications.length !== tests.length) throw new Error(`not all of these are tests: ${tests.join(' ')}`);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        const limit = Math.max(TIME_LIMIT_MS, tests.length * EACH_MS);
        timer = setTimeout(() => reject(new Error(`they do not end: ${tests.join(' ')}`)), limit);
      });
      try {
        const { testModules } = await Promise.race([vitest.runTestSpecifications(specifications), late]);
        // Vitest still knows those of earlier runs.
        const run = new Set(specifications.map(({ moduleId }) => moduleId));
        return outcomeOf(testModules.filter(({ moduleId }) => run.has(moduleId)));
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => vitest.close(),
  };
}
