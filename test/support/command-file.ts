import path from 'node:path';
import { inject } from 'vitest';

/**
 * The file with which `node` runs a command as a separate process.
 * @param source its path in the project, such as `scripts/verify.ts`
 */
export const commandFile = (source: string): string =>
  path.join(inject('bundledCommands'), source.replace(/\.ts$/, '.js'));
