// A vitest reporter that ends the run with one plain line, `N passed, N failed, N skipped`, for readers of CI logs.
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Faults outside any test (a file that does not load, an unhandled rejection) count as failed: the run fails by them. */
export function closingLine(): Reporter {
  return {
    onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
      const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
      const outside = modules.reduce((sum, module) => sum + module.errors().length, unhandled.length);
      const count = (state: string) => tests.filter((one) => one === state).length;
      const skipped = count('skipped') + count('pending');
      process.stdout.write(`${count('passed')} passed, ${count('failed') + outside} failed, ${skipped} skipped\n`);
    },
  };
}
