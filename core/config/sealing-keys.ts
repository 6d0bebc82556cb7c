// The keys that seal secrets in the database (D687).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SigningSecrets } from '../signing-secrets.ts';
import { ConfigError } from './stored-secret.ts';
import { LEAST_SECRET, parseSecrets } from './setting-kinds.ts';
import { optional } from './setting.ts';
import { asError } from '../values.ts';

export const sealingSettings = {
  secretsKey: optional(
    'SECRETS_KEY',
    'key that seals secrets in the database; further ones still open what they have sealed',
    'SECRETS_KEY_FILE, else a key derived from JWT_SECRET',
    { allowed: 'secrets of at least 32 characters separated by blanks', parse: parseKeys, secret: true },
  ),
  secretsKeyFile: optional('SECRETS_KEY_FILE', 'file with what SECRETS_KEY would hold', 'SECRETS_KEY is used', {
    allowed: 'the path of a file',
    parse: (text) => path.resolve(text),
  }),
} as const;

interface Given {
  secretsKey: string[] | undefined;
  secretsKeyFile: string | undefined;
}

function parseKeys(text: string): string[] | undefined {
  const keys = parseSecrets(text.trim());
  return keys && keys.length > 0 ? keys : undefined;
}

/** @throws ConfigError */
function readKeyFile(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`SECRETS_KEY_FILE cannot be read: ${asError(error).message}`);
  }
  const keys = parseKeys(text);
  if (!keys) throw new ConfigError(`SECRETS_KEY_FILE: ${file} holds no secrets of at least ${LEAST_SECRET} characters`);
  return keys;
}

/** @throws ConfigError for both settings */
export function assertOneKey({ secretsKey, secretsKeyFile }: Given): void {
  if (secretsKey && secretsKeyFile !== undefined)
    throw new ConfigError('SECRETS_KEY and SECRETS_KEY_FILE are both set: use one of them');
}

/**
 * The first one seals. The secrets of tokens open as well, so that a separate key can be introduced at any time.
 * @throws ConfigError
 */
export function sealingKeys({ secretsKey, secretsKeyFile }: Given, jwtSecrets: SigningSecrets): SigningSecrets {
  const own = secretsKeyFile === undefined ? (secretsKey ?? []) : readKeyFile(secretsKeyFile);
  const [first, ...others] = own;
  return first === undefined ? jwtSecrets : [first, ...others, ...jwtSecrets];
}
