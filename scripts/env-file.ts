// The `.env` file of the folder that a command is run in, as the service reads it.

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Sets its settings in this process, if there is one: it may have the password. @returns their names */
export function loadEnvFile(): string[] {
  try {
    process.loadEnvFile();
    return Object.keys(parseEnv(readFileSync('.env', 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}
