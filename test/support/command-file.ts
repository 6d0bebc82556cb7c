import path from 'node:path';
import { inject } from 'vitest';

/**
 * The file that `node` is given to run a command as a process of its own.
 * @param source its path in the project, such as `scripts/verify.ts`
 */
export const commandFile = (source: string): string =>
  path.join(inject('bundledCommands'), source.replace(/\.ts$/, '.js'));
