// The command line of `npm run contract`: each secret is sent to its own deployment only.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandFile } from '../../support/processes/command-file.ts';
import { openLoopbackServer } from '../../support/clients/loopback-server.ts';
import { helpText, readOptions } from '../../../scripts/contract/options.ts';

const REMOTE = ['--url', 'https://api.example.org'];
const own = { ADMIN_PASSWORD: 'of this machine' };
const set = { CONTRACT_PASSWORD: 'p', CONTRACT_TOKEN: 't', CONTRACT_API_KEY: 'k' };

describe('secrets', () => {
  it('are read from the environment for any deployment', () => {
    const found = { password: 'p', token: 't', apiKey: 'k' };
    expect(readOptions(REMOTE, { ...own, ...set })).toMatchObject(found);
    expect(readOptions([], { ...own, ...set })).toMatchObject(found);
  });

  it('are those of the options, if any', () => {
    expect(readOptions([...REMOTE, '--password', 'mine', '--api-key', 'key'], set)).toMatchObject({
      password: 'mine',
      token: undefined,
      apiKey: 'key',
    });
    expect(readOptions([...REMOTE, '--token', 'other'], set).token).toBe('other');
  });

  it('are explained, with the contents of the reports', () => {
    for (const name of Object.keys(set)) expect(helpText).toContain(name);
    expect(helpText).toContain('shows responses of the deployment');
  });
});

it('the time of a run is more than zero, and at most a day', () => {
  expect(readOptions(['--minutes', '0.5'], {}).minutes).toBe(0.5);
  expect(readOptions(['--read-only'], {}).schemathesisMinutes).toBe(0.5);
  expect(readOptions(['--read-only', '--minutes', '9'], {}).schemathesisMinutes).toBe(Infinity);
  expect(readOptions(['--schemathesis-minutes', '2'], {})).toMatchObject({ minutes: 5, schemathesisMinutes: 2 });
  for (const text of ['0', '-1', '1441', 'x', '']) {
    expect(() => readOptions([`--minutes=${text}`], {})).toThrow(
      `--minutes: "${text}" is not above 0 and at most 1440`,
    );
  }
});

describe('a run that cannot begin', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [commandFile('contract'), ...args], { cwd: root });

  it('ends like a wrong command line, and not like a failed contract', async () => {
    const gone = await openLoopbackServer();
    await gone.close();
    const noResponse = { code: 2, stderr: expect.stringMatching(/^contract: no answer to POST http/) as string };
    await expect(run('--url', gone.url, '--password', 'p')).rejects.toMatchObject(noResponse);
    const unknown = { code: 2, stderr: expect.stringMatching(/^contract: Unknown option '--nope'/) as string };
    await expect(run('--nope')).rejects.toMatchObject(unknown);
    const stderr = expect.stringMatching(/^contract: --baseline: package.json is not a baseline.json/) as string;
    const given = run('--url', gone.url, '--password', 'p', '--baseline', 'package.json');
    await expect(given).rejects.toMatchObject({ code: 2, stderr });
  });
});
