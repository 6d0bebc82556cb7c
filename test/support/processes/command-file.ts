import path from 'node:path';
import { inject } from 'vitest';
import { COMMANDS } from '../../../scripts/commands.mjs';

/** Path in the project of the script of a command, such as `verify`. */
export const scriptOf = (command: string): string => `scripts/${COMMANDS[command]?.file}`;

/**
 * The file with which `node` runs a command, or a program of the tests, as a separate process.
 * @param command such as `verify`; of a program its path in the project
 */
export const commandFile = (command: string): string => {
  const source = command in COMMANDS ? scriptOf(command) : command;
  return path.join(inject('bundledCommands'), source.replace(/\.ts$/, '.js'));
};
