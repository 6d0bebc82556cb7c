// A vitest reporter that ends the run with one plain line, `N passed, N failed, N skipped`, for CI logs. It writes the files
// with failed tests to the file that FAILED_FILES names, so that CI can run them again, and appends what failed to the file that FAILURES
// names, which CI shows at its end.
import { appendFileSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';

/** Judges a run at its end. Each fault counts as a failed test. */
export type RunJudge = (
  run: Vitest,
  modules: readonly TestModule[],
  /** Whether the run includes all files and tests. */
  whole: boolean,
) => Promise<{
  /** For the log; may be empty. */
  line: string;
  faults: string[];
}>;

/** Whether the run includes all files and tests. */
async function isWhole(run: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (run.config.testNamePattern !== undefined || run.config.shard !== undefined) return false;
  return modules.length === (await run.globTestSpecifications([])).length;
}

const failedFiles = (modules: readonly TestModule[]): string[] =>
  modules.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId);

/** Of a message, in the list of failures. */
const MOST_CHARACTERS = 600;

const failureLines = (modules: readonly TestModule[]): string[] =>
  modules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => {
      const messages = (test.result().errors ?? []).map(({ message }) => message).join('\n');
      return `${module.relativeModuleId}: ${test.fullName}: ${messages.slice(0, MOST_CHARACTERS)}`;
    }),
  );

/**
 * Faults outside any test (a file that does not load, an unhandled rejection) count as failed: the run fails by them.
 */
export function closingLine(...judges: RunJudge[]): Reporter {
  let run: Vitest | undefined;
  const faultsOfRun = async (modules: readonly TestModule[]): Promise<number> => {
    if (!run) return 0;
    const whole = await isWhole(run, modules);
    let count = 0;
    for (const judge of judges) {
      const { line, faults } = await judge(run, modules, whole);
      const lines = [...(line === '' ? [] : [line]), ...faults.map((fault) => `  ${fault}`)];
      process.stdout.write(lines.map((each) => `${each}\n`).join(''));
      count += faults.length;
    }
    if (count > 0) process.exitCode = 1;
    return count;
  };
  return {
    onInit(vitest) {
      run = vitest;
    },
    async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
      const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
      const outside = modules.reduce((sum, module) => sum + module.errors().length, unhandled.length);
      const faults = await faultsOfRun(modules);
      const failed = outside + faults;
      const { FAILED_FILES: list, FAILURES: failures } = process.env;
      if (failures !== undefined)
        appendFileSync(
          failures,
          failureLines(modules)
            .map((line) => `${line}\n`)
            .join(''),
        );
      // Unhandled errors and faults of the whole run belong to no file: then no file is run again.
      if (list !== undefined && unhandled.length + faults === 0) writeFileSync(list, failedFiles(modules).join('\n'));
      const count = (state: string) => tests.filter((one) => one === state).length;
      const skipped = count('skipped') + count('pending');
      process.stdout.write(`${count('passed')} passed, ${count('failed') + failed} failed, ${skipped} skipped\n`);
    },
  };
}
