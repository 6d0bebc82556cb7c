// Configuration of `npm run tool -- test:browser`: tests that need a browser on this machine, and are no part of `npm test`.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { closingLine } from './closing-line.ts';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/support/database/mongod.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', closingLine()],
  },
});
