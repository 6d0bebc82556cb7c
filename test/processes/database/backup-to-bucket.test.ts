// `npm run backup` and `npm run restore` with a bucket: a server of the test that implements S3. The test has its own
// mongod, since a backup sets a parameter of it.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedServer, type EmbeddedServer } from '../../../core/store/mongod/embedded-server.ts';
import { connect } from '../../../core/store/connection/connect.ts';
import { commandFile } from '../../support/processes/command-file.ts';
import { S3_CREDENTIALS, startS3Server, type S3Server } from '../../support/files/s3-server.ts';
import { startServiceProcess } from '../../support/processes/service-processes.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let s3: S3Server;
let mongod: EmbeddedServer;
let folder: string;
let dataDir: string;
let place: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-bucket-'));
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  s3 = await startS3Server();
  place = s3.storageUrl.replace('/some/files', '/backups/monday');
  mongod = await startEmbeddedServer({
    dataDir: path.join(folder, 'mongod'),
    mongod: undefined,
    onProgress: () => undefined,
    onUnexpectedExit: (reason) => process.stderr.write(reason),
  });
  const service = await startServiceProcess(mongod.uri, { DATA_DIR: dataDir });
  const headers = { Authorization: `Bearer ${service.token}`, 'Content-Type': 'text/plain' };
  const stored = await fetch(`${service.url}/streams/upload/notes.txt`, { method: 'POST', headers, body: 'Notes' });
  expect(stored.status).toBe(201);
  await service.stop();
});
afterAll(async () => {
  await mongod.stop();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param files folder of files and of running uploads */
function run(script: string, args: string[], files: string): Promise<{ code: unknown; output: string }> {
  const own = { MONGODB_URI: mongod.uri, DATA_DIR: files, BACKUP_PASSPHRASE: 'dig deep, wombat', ...S3_CREDENTIALS };
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...own };
  return new Promise((resolve) => {
    const command = [commandFile(script), ...args];
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

describe('a bucket', () => {
  it('stores an encrypted backup, and nothing remains on the machine', async () => {
    const { code, output } = await run('backup', ['--out', place, '--encrypt'], dataDir);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/rows of \d+ collections and \d+ files in .* s3:\/\/[\w-]+\/backups\/monday\//),
    ]);
    const objects = (await s3.contents()).filter((name) => name.includes('/backups/monday/'));
    expect(objects.some((name) => name.includes('manifest.json'))).toBe(true);
    expect(objects.length).toBeGreaterThan(40);
    expect((await readdir(path.join(dataDir, 'uploads'))).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });

  it('is not overwritten', async () => {
    const { code, output } = await run('backup', ['--out', place], dataDir);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^backup: s3:\/\/.* is not empty: it has a backup already\n$/),
    ]);
  });

  it('restores it, verified', async () => {
    const { code, output } = await run(
      'restore',
      ['--from', place, '--into', 'restored'],
      path.join(folder, 'restored'),
    );
    expect([code, output]).toEqual([0, expect.stringContaining('\n0 faults; done in ')]);
    const { client, db } = await connect(mongod.uri);
    const count = (name: string): Promise<number> => client.db(name).collection('streams').countDocuments();
    expect([await count('restored'), await count(db.databaseName)]).toEqual([1, 1]);
    await client.close();
  });

  it('stores the changes since then, which are restored with it', async () => {
    const changes = place.replace('monday', 'changes');
    const made = await run('backup', ['--out', changes, '--since', place, '--encrypt'], dataDir);
    expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^\d+ changes and 0 files in .* s3:\/\//m)]);
    const chain = ['--from', place, '--from', changes, '--into', 'with_changes'];
    const { code, output } = await run('restore', chain, path.join(folder, 'with-changes'));
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/rows, \d+ changes and 1 files of .*\n0 faults; done in /),
    ]);
    const alone = await run('restore', ['--from', changes, '--into', 'x'], folder);
    expect(alone.output).toMatch(/^restore: s3:.* has changes only: give the whole backup first\n$/);
    const until = await run('restore', ['--from', place, '--until', '2026-11-24T12:00', '--into', 'x'], folder);
    expect(until.output).toBe('restore: --until is a time with its zone, such as 2026-11-24T12:00:00Z\n');
  });

  it('that is missing, or has an invalid address, is refused in one line', async () => {
    const elsewhere = place.replace(/s3:\/\/[\w-]+/, 's3://no-such-bucket');
    expect(await run('backup', ['--out', elsewhere], dataDir)).toEqual({
      code: 1,
      output: 'backup: --out: there is no bucket no-such-bucket\n',
    });
    expect((await run('restore', ['--from', 's3:nonsense', '--into', 'x'], folder)).output).toBe(
      'restore: --from: s3://bucket/prefix?endpoint=http://... is expected\n',
    );
    const empty = place.replace('monday', 'tuesday');
    expect((await run('restore', ['--from', empty, '--into', 'x'], folder)).output).toMatch(
      /^restore: s3:\/\/.* has no manifest\.json: it is not a backup, or an incomplete one\n$/,
    );
  });
});
