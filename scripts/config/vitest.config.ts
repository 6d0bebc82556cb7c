// How `npm test` runs: one mongod for the whole run (globalSetup), three files at a time, one database for each file.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { statusCoverageOfRun } from '../../test/support/run/status-coverage.ts';
import { durations } from '../../test/support/run/durations.ts';
import { LongestFirst } from '../../test/support/run/order-of-files.ts';
import { SPREADS_ARE_SLOW, withFastSpreads } from '../bundle/fast-spreads.ts';
import { closingLine } from './closing-line.ts';

const { CI: isInCi } = process.env;

/** As in the bundle of the service. */
const fastSpreads = {
  name: 'fast spreads',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    SPREADS_ARE_SLOW && /(?<!\/test)\/(?:core|handlers)\/.+\.ts$/.test(id)
      ? { code: withFastSpreads(code), map: null }
      : undefined,
};

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  plugins: [fastSpreads],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/database/mongod.ts',
      'test/support/run/seen-statuses-folder.ts',
      'test/support/processes/bundled-commands.ts',
    ],
    pool: 'forks',
    // For two cores: one more than them, since files that start processes wait (D940). In CI other work runs beside them (D930).
    maxWorkers: isInCi ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    // Responses live briefly: with a larger young generation, garbage collection takes a quarter less.
    execArgv: ['--max-semi-space-size=64'],
    // Modules are loaded once for each worker, not for each file: no file may change the state of a module or the process.
    isolate: false,
    // Vitest 4.1 takes modules of the global set-up from this cache as bytes: reading the stack of an error would end the run.
    experimental: { fsModuleCache: false },
    // A test fails by its assertions: a busy machine is twenty times slower.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ['default', closingLine(durations, statusCoverageOfRun)],
  },
});
