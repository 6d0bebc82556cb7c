// Packages that load slowly, and that few requests need, are not loaded at the start of the service.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../scripts/start.mjs');
const LAZY = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@opentelemetry/api',
  '@simplewebauthn/server',
  'exif-reader',
  'file-type',
  'music-metadata',
  'sharp',
  'yaml',
];

it('npm start loads none of the packages for files', async () => {
  const folder = await temporaryFolder();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  const child = spawn(process.execPath, [SCRIPT], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      MONGODB_URI: uri.href,
      ADMIN_PASSWORD: 'a long wombat',
      // Reports each module that is loaded.
      NODE_DEBUG: 'esm',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let trace = '';
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (trace += chunk.toString()));
    const closed = once(child, 'close').then(() => Promise.reject(new Error(`not ready: ${trace.slice(-1_000)}`)));
    closed.catch(() => undefined);
    const ready = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^ready on /m.test(output)) resolve();
      });
    });
    await Promise.race([ready, closed]);
    const isLoaded = (name: string): boolean => trace.includes(`/node_modules/${name}/`);
    // The trace has the expected content.
    expect(isLoaded('mongodb')).toBe(true);
    expect(LAZY.filter(isLoaded)).toEqual([]);
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
    const { client, db } = await connect(uri.href);
    await db.dropDatabase();
    await client.close();
  }
});
