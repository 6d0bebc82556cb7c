// The secret that signs tokens, stored in the data folder if no setting has one.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolderSync, OWNER_ONLY } from '../disk/make-folder.ts';
import { asError, hasCode } from '../values.ts';

/** Invalid settings. The message has a line for each: the variable, the value unless secret, the allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The secret in `jwt-secret` of the data folder, readable by the owner only; made when it is missing.
 * @throws ConfigError when the folder is not writable
 */
export function storedJwtSecret(dataDir: string): string {
  const file = path.join(dataDir, 'jwt-secret');
  try {
    makeFolderSync(dataDir, OWNER_ONLY);
    // With 'wx' only one of several processes creates it; the others read it.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isFileExistsError(error, file)) throw new ConfigError(`DATA_DIR cannot be used: ${asError(error).message}`);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(`${file} holds no usable secret: remove it to have a new one made`);
  return secret;
}

const isFileExistsError = (error: unknown, file: string): boolean =>
  error instanceof Error && hasCode(error, 'EEXIST') && 'path' in error && error.path === file;
