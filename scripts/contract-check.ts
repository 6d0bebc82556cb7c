/** `npm run contract:check`: `npm run contract` with all its parts against a service of its own, which is thrown away. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { runService } from './service-process.ts';

const usage = 'Usage: npm run contract:check [-- options of npm run contract but those that name a deployment]';

async function main(args: string[]): Promise<void> {
  if (args.some((arg) => /^--(?:url|username|password|token|api-key)\b/.test(arg))) throw new Error(usage);
  console.log('contract:check: starting a service');
  // One token serves the whole run.
  const service = await runService({ JWT_TTL: '1d' });
  try {
    const script = path.join(import.meta.dirname, 'contract.ts');
    const deployment = ['--url', service.url, '--username', service.username];
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, ...deployment, ...args], {
      // Those for another deployment, in the environment or in .env, do not hold here.
      env: { ...process.env, CONTRACT_PASSWORD: service.password, CONTRACT_TOKEN: '', CONTRACT_API_KEY: '' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    // The run ends by itself then, in order.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await service.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
