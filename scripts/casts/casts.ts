// The type assertions of core: few, and each with its reason (D902).
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { castsIn } from './find-casts.ts';
import { asMessage, CommandError, FLAG, HELP, runCommandLine } from '../command-line.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** It only goes down. */
const MOST_CASTS = 141;

const help = `Usage: npm run tool -- casts [--list]

Counts the type assertions in core ("as T", not "as const"; "as unknown as T" is two), and fails when there are more
than ${MOST_CASTS}, or one without a comment "// cast: why" on the same line or the line above.

  --list      shows those without a reason
  --help      shows this`;
const options = { list: FLAG, help: HELP };

await runCommandLine({ help, read: () => parseArgs({ options }), fail: asMessage }, async ({ values: { list } }) => {
  const names = await readdir(path.join(root, 'core'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => path.join('core', name));
  const found = await Promise.all(
    files.sort().map(async (file) => {
      const casts = castsIn(file, await readFile(path.join(root, file), 'utf8'));
      return casts.map((cast) => ({ ...cast, place: `${file}:${cast.line}` }));
    }),
  );
  const casts = found.flat();
  const unexplained = casts.filter(({ reason }) => reason === undefined);
  const lines = unexplained.map(({ place, text }) => `${place}  ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
  if (list) console.log(lines.join('\n'));
  console.log(`${casts.length} casts in core, ${unexplained.length} without a reason`);
  if (casts.length > MOST_CASTS)
    throw new CommandError(`core may have ${MOST_CASTS} casts: narrow the value, or type where it comes from`);
  if (unexplained.length > 0)
    throw new CommandError(`each cast needs the reason why it is safe, "// cast: why" (npm run tool -- casts --list)`);
});
