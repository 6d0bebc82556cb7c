// The description of a backup. It is written last: a folder without a manifest is not a backup.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing } from '../files/storage/file-storage.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './backup-format.ts';
import { checkManifest } from './check-manifest.ts';
import { isSealed, keyFor, sealOf, type Secret } from './encryption.ts';
import { writeAll } from './entries.ts';
import { MANIFEST } from './entry-names.ts';
import type { BackupPlace } from './places.ts';
import { jsonIn, memberOf } from '../values.ts';

/** With the proof that it was written with the key. */
export async function writeManifest(at: BackupPlace, manifest: Manifest, key: Uint8Array | undefined): Promise<void> {
  const seal = key ? sealOf(key, JSON.stringify(manifest)) : null;
  const lines = `${JSON.stringify({ manifest, seal }, null, 2)}\n`;
  await writeAll(at, MANIFEST, (target) => pipeline(Readable.from([lines]), target));
}

/** A longer manifest is none: this is room for a million missing files. */
const MOST_BYTES = 64 * 1_048_576;

async function readText(at: BackupPlace): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await at.read(MANIFEST)) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new BackupError(`${MANIFEST} of ${at.name} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @throws BackupError for a folder without a backup, or with one of a newer format */
async function parseManifest(at: BackupPlace): Promise<{ manifest: Manifest; seal: unknown }> {
  const folder = at.name;
  const lines = await readText(at).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error;
    throw new BackupError(`${folder} has no ${MANIFEST}: it is not a backup, or an incomplete one`);
  });
  const sealed = jsonIn(lines);
  if (sealed === undefined) throw new BackupError(`${MANIFEST} of ${folder} is damaged`);
  const found = memberOf(sealed, 'manifest');
  if (Number(memberOf(found, 'format')) > 2) throw new BackupError(`${folder} is a backup of a newer release`);
  return { manifest: checkManifest(found, `${MANIFEST} of ${folder}`), seal: memberOf(sealed, 'seal') };
}

/**
 * With a key or a passphrase only a manifest that was written with it is accepted: who can write to the place of a backup
 * could otherwise put one of their own there, without encryption (D820).
 * @throws BackupError for a folder without a backup, for another key, and for a backup without one
 */
export async function readManifest(
  at: BackupPlace,
  secret: Secret | undefined,
): Promise<{ manifest: Manifest; key: Uint8Array | undefined }> {
  const { manifest, seal } = await parseManifest(at);
  if (!manifest.encryption) {
    if (!secret) return { manifest, key: undefined };
    throw new BackupError(
      `the backup in ${at.name} is not encrypted, so anybody could have put it there: a key or passphrase is given, and only a backup that was made with it is accepted`,
    );
  }
  const key = await keyFor(manifest.encryption, secret);
  if (typeof seal === 'string' && isSealed(key, JSON.stringify(manifest), seal)) return { manifest, key };
  throw new BackupError('the key or passphrase is not that of the backup, or its manifest was changed');
}
