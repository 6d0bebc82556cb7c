/** `npm run tool -- contract:check`: `npm run contract` with all its parts against a temporary service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CommandError } from '../command-line.ts';
import { ContractError } from './contract-error.ts';
import { readOptions } from './options.ts';
import { runService } from '../service-process.ts';

const helpText = `Usage: npm run tool -- contract:check [OPTIONS]

Starts a separate service with a temporary database, and runs npm run contract against it, whose exit code it has.

  --help           shows this

The options are those of npm run contract (npm run contract -- --help), except those for the deployment and the credentials.`;

async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(helpText);
  const own = args.find((arg) => /^--(?:url|username|password|token|api-key)\b/.test(arg));
  if (own) throw new ContractError(`${own.split('=')[0]} is given by the command itself: see --help`);
  // Fails before a service is started for nothing.
  readOptions(args, {});
  console.log('contract:check: starting a service');
  // One token serves the whole run.
  const service = await runService({ JWT_TTL: '1d' });
  try {
    const script = path.join(import.meta.dirname, 'contract.ts');
    const deployment = ['--url', service.url, '--username', service.username];
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, ...deployment, ...args], {
      // Settings in the environment or .env are for another deployment.
      env: { ...process.env, CONTRACT_PASSWORD: service.password, CONTRACT_TOKEN: '', CONTRACT_API_KEY: '' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // The run then ends in order.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await service.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? `contract:check: ${error.message}` : error);
  // As for `npm run contract`: 1 is for a broken contract.
  process.exitCode = 2;
});
