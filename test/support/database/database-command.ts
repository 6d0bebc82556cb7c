// Commands that work on a database of the run's mongod, as separate processes.
import { execFile } from 'node:child_process';
import { inject } from 'vitest';
import { commandFile } from '../processes/command-file.ts';
import type { TestService } from '../service.ts';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export function databaseCommand(
  command: string,
  { databaseName, dataDir }: Pick<TestService, 'databaseName' | 'dataDir'>,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${databaseName}`;
  const env = { ...process.env, MONGODB_URI: uri.href, DATA_DIR: dataDir, ...settings };
  return new Promise((resolve) => {
    const options = { cwd: dataDir, env, timeout: 600_000 };
    execFile(process.execPath, [commandFile(command), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}
