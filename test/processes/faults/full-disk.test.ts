// A disk that becomes full: writes are refused before mongod ends because of it, reads continue, and one line of the
// log names the disk (D619). The disk is a small one in memory, which only root can mount.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeBytes } from '../../../core/disk/disk-space.ts';
import { JSON_API } from '../../support/service.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';

const run = promisify(execFile);
const MB = 1_048_576;
const START = path.join(import.meta.dirname, '../../../scripts/start.mjs');

const disk = await mkdtemp(path.join(os.tmpdir(), 'colophon-disk-'));
const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=640m', 'tmpfs', disk]).then(
  () => true,
  () => false,
);

let service: ServiceProcess | undefined;
const folder = path.join(disk, 'data');
const settings = {
  DATA_DIR: folder,
  DISK_RESERVE: '160mb',
  LOG_LEVEL: 'info',
  UPLOAD_MAX_SIZE: '1gb',
  UPLOAD_QUOTA: 'off',
};

beforeAll(async () => {
  if (!isMounted) return;
  await mkdir(folder);
  service = await startServiceProcess('', settings);
});
afterAll(async () => {
  await service?.stop();
  if (isMounted) await run('umount', [disk]);
  await rm(disk, { recursive: true });
});

async function send(method: string, target: string, body?: string | Buffer, type = JSON_API) {
  const response = await fetch((service?.url ?? '') + target, {
    method,
    headers: { Authorization: `Bearer ${service?.token}`, Accept: JSON_API, 'Content-Type': type },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const document = (text: string): string =>
  JSON.stringify({ data: { type: 'documents', attributes: { title: 'Wombats', body: text } } });
const idOf = (text: string): string => (JSON.parse(text) as { data: { id: string } }).data.id;

/** Leaves so many bytes of the disk. */
async function fill(left: number): Promise<string> {
  const ballast = path.join(disk, 'ballast');
  const free = (await freeBytes(disk)) ?? 0;
  await writeFile(ballast, Buffer.alloc(Math.max(0, free - left), 1));
  return ballast;
}

const linesAbout = (what: string): string[] =>
  (service?.complaints() ?? '').split('\n').filter((line) => line.includes(what));

describe.runIf(isMounted)('a full disk', () => {
  it('refuses writes with 503, and accepts them again when space is free; reads go on', async () => {
    const made = await send('POST', '/documents', document('before'));
    expect(made.status).toBe(201);
    const ballast = await fill(120 * MB);
    await expect.poll(async () => (await send('POST', '/documents', document('full'))).status).toBe(503);
    const refused = await send('POST', '/documents', document('full'));
    expect(refused).toMatchObject({ status: 503, retryAfter: '30' });
    expect(refused.text).toContain('The disk of the database is full');
    expect((await send('POST', '/streams/upload/a.txt', 'wombats', 'text/plain')).status).toBe(503);
    expect((await send('GET', `/documents/${idOf(made.text)}`)).status).toBe(200);
    expect((await send('GET', '/documents')).status).toBe(200);
    expect((await send('GET', '/ready')).status).toBe(200);
    // Operations that free space.
    expect((await send('DELETE', `/documents/${idOf(made.text)}`)).status).toBe(204);
    expect(linesAbout('the disk of the database is full')).toHaveLength(1);
    expect(linesAbout('the disk of the database is full')[0]).toContain(`"folder":"${path.join(folder, 'mongo')}"`);
    await rm(ballast);
    await expect.poll(async () => (await send('POST', '/documents', document('room'))).status).toBe(201);
    expect(linesAbout('has room again')).not.toHaveLength(0);
  });

  it('refuses a file without enough space, before it is sent', async () => {
    const free = (await freeBytes(disk)) ?? 0;
    expect((await send('POST', '/streams/upload/a.txt', Buffer.alloc(free - 60 * MB), 'text/plain')).status).toBe(503);
    expect((await send('POST', '/streams/upload/a.txt', Buffer.alloc(MB, 'a'), 'text/plain')).status).toBe(201);
  });

  it('does not stop mongod while large rows fill it', async () => {
    await fill(220 * MB);
    const statuses = new Set<number>();
    const text = Array.from({ length: 20_000 }, () => Math.random().toString(36).slice(2))
      .join(' ')
      .slice(0, 300_000);
    const write = async (): Promise<void> => {
      for (let status = 201; status === 201; statuses.add(status))
        ({ status } = await send('POST', '/documents', document(text)));
    };
    await Promise.all(Array.from({ length: 4 }, write));
    expect([...statuses].sort()).toEqual([201, 503]);
    expect((await send('GET', '/documents?page_size=1')).status).toBe(200);
    expect(await freeBytes(disk)).toBeGreaterThan(30 * MB);
  });

  it('makes a start fail with one line that names it', async () => {
    await service?.stop();
    service = undefined;
    await rm(path.join(disk, 'ballast'), { force: true });
    await fill(MB);
    const env = { PATH: process.env['PATH'], HOME: os.homedir(), PORT: '0', DATA_DIR: folder };
    const child = spawn(process.execPath, [START], { cwd: os.tmpdir(), env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(said).toMatch(/^colophon: the disk of [^\n]*mongo is full: it has 0 MB left[^\n]*\n$/);
    expect(code).toBe(1);
  });
});
