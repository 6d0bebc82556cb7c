// The process of a project's tests ends by itself once its test service is closed: no timer of a job keeps it alive.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const LONGEST_MS = 20_000;

const PROGRAM = `
import { startTestService } from './scripts/testing/testing.ts';
const service = await startTestService();
// Jobs have run.
for (let runs = 0; runs === 0; await new Promise((resolve) => setTimeout(resolve, 50))) {
  const { data } = await service.admin.GET('/metrics', { parseAs: 'text' });
  runs = Number(/^colophon_job_runs_total\\{.*\\} (\\d+)/m.exec(data)?.[1] ?? 0);
}
await service.close();
const closed = Date.now();
process.on('exit', () => console.log('ended after', Date.now() - closed));
`;

it('ends shortly after close()', async () => {
  const env = { ...process.env, MONGODB_URI: inject('mongodbUri'), NODE_OPTIONS: '' };
  const args = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  const [, ms] = /ended after (\d+)/.exec(stdout) ?? [];
  expect(Number(ms), stdout).toBeLessThan(LONGEST_MS);
});
