// The key of a backup, as both commands take it.
import { readFile } from 'node:fs/promises';
import type { Secret } from '../../core/backup/encryption.ts';
import { CommandError } from '../command-line.ts';

const HEX = /^[0-9a-f]{64}$/i;

async function readKey(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`--key-file ${file} cannot be read: ${error.message}`);
  });
  const text = bytes.toString('latin1').trim();
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (bytes.length === 32) return bytes;
  throw new CommandError(`--key-file ${file} has to hold 32 bytes or 64 hexadecimal digits`);
}

/** @param isOptional a passphrase is used only where it is needed @throws CommandError */
export async function readSecret(
  values: { 'key-file'?: string | undefined; encrypt?: boolean | undefined },
  env: NodeJS.ProcessEnv,
  isOptional = false,
): Promise<Secret | undefined> {
  const { 'key-file': file, encrypt = false } = values;
  if (file !== undefined && encrypt) throw new CommandError('--key-file and --encrypt exclude each other: see --help');
  if (file !== undefined) return { key: await readKey(file) };
  const passphrase = env['BACKUP_PASSPHRASE'];
  if (encrypt && !passphrase) throw new CommandError('--encrypt needs BACKUP_PASSPHRASE: see --help');
  return passphrase && (encrypt || isOptional) ? { passphrase } : undefined;
}
