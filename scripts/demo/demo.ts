/** Fills a running service with the countries of the world (`npm run demo`). Here: the command line; scripts/demo/ does it. */
import { CommandError } from '../command-line.ts';
import { connect, signIn } from './connection.ts';
import { fill } from './fill.ts';
import { helpText, obtainPassword, readOptions } from './options.ts';
import { createProgress, describeStage } from './progress.ts';
import { totalOf, type StageResult } from './stage.ts';
import { loadEnvFile } from '../env-file.ts';

const examples = [
  '/countries?filter[region]=Europe&filter[area][gt]=100000&sort=-area&page_size=5&fields=title,area',
  '/objects?q=island',
  '/countries/iceland',
  '/countries/germany/borders?fields=title',
  '/countries?page_size=5&include=borders&lang=it',
  '/countries/germany/poster',
  '/media/thumbs/flag-deu',
  '/folders/europe/children',
  '/trees/world/europe/northern-europe/iceland',
  '/countries?filter[ancestor]=europe&count=borders',
  '/translations?filter[lang]=ja&q=アイスランド',
  '/model/schema/countries',
];

async function main(): Promise<void> {
  loadEnvFile();
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) return console.log(helpText);
  const password = await obtainPassword(options);
  const connection = connect(options.url);
  const signedIn = await signIn(connection, { username: options.username, password });
  const started = performance.now();
  const progress = createProgress(process.stdout);
  let results: StageResult[];
  try {
    results = await fill(signedIn, progress, options);
  } finally {
    progress.stop();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${describeStage({ name: 'total', counts: totalOf(results) })} in ${seconds} s\n`);
  console.log("Try these, in a browser or with curl -g '...':");
  for (const example of examples) console.log(`  ${connection.url}${example}`);
}

main().catch((error: unknown) => {
  if (error instanceof CommandError) console.error(`demo: ${error.message.replace(/\s+/g, ' ')}`);
  else console.error(error);
  process.exitCode = 1;
});
