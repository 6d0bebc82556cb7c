/** Makes a client from the live description of a running service (`npm run sdk`). Here: the command line; scripts/sdk/ does it. */
import path from 'node:path';
import { CommandError } from '../command-line.ts';
import { aboutType } from './example.ts';
import { makeSdk, underName } from './make-sdk.ts';
import { readSdkOptions, sdkHelp } from './options.ts';
import { SdkError } from './sdk-error.ts';

async function main(): Promise<void> {
  const options = readSdkOptions(process.argv.slice(2), process.env);
  if (!options) return console.log(sdkHelp());
  const { language, out, url } = options;
  const say = (line: string): void => console.log(`sdk: ${line}`);
  const reason = await language.missing({ purpose: 'generate', say });
  if (reason !== undefined) throw new SdkError(`${language.name} cannot be made here: ${reason}`);
  const started = performance.now();
  const example = await makeSdk({ ...options, say });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`sdk: the ${language.name} client is in ${path.relative(process.cwd(), out) || '.'} (${seconds} s)\n`);
  const usage = aboutType(language.usage({ out, url }).join('\n'), example);
  for (const line of underName(language, options.name, usage).split('\n')) console.log(`  ${line}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof CommandError ? `sdk: ${error.message}` : error);
  process.exitCode = 1;
});
