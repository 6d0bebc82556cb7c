/** Checks every invariant of a database and its files (`npm run verify`). Here: the command line; core/verify does it. */
import { parseArgs } from 'node:util';
import { verifyDatabase, type BrokenInvariant } from '../../core/verify/verify-database.ts';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { withDatabase } from './open-database.ts';

const help = `Usage: npm run verify [-- options]

Checks a database and its files: totals, unique names, rows against documents, audiences, permissions, search texts, links,
the tree, copies of objects in other rows, versions, bytes of files with their checksums, thumbnails, files without a row,
usage, account names, jobs, sequences, the model, indexes and the audit trail. The service may be running.

  --repair          repairs data that follow from other rows, and reports this; other faults are only reported
  --quick           checks that files exist, and does not read them
  --rate N          rows a second at most; default 10000
  --file-rate N     MB of files a second at most; default 50
  --json            a JSON object on each line: the faults, then the totals
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR).
The exit code is 0 without faults, 1 when faults remain, 2 when it could not run.`;

const options = { repair: FLAG, quick: FLAG, rate: TEXT, 'file-rate': TEXT, json: FLAG, help: HELP };

/** @throws CommandError */
function readRate(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new CommandError(`--${name} is a number above 0: see --help`);
}

const line = ({ invariant, detail, mended }: BrokenInvariant): string =>
  `${mended ? 'mended' : 'FAULT '} ${invariant}: ${detail}`;

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('verify', 2) }, async ({ values }) => {
  const rate = readRate('rate', values.rate, 10_000);
  const fileRate = readRate('file-rate', values['file-rate'], 50);
  const { repair = false, quick = false, json = false } = values;
  const started = performance.now();
  const onFault = (fault: BrokenInvariant): void => console.log(json ? JSON.stringify(fault) : line(fault));
  await withDatabase(async (database, { show: onProgress }) => {
    const result = await verifyDatabase(database, { repair, quick, rate, fileRate, onFault, onProgress });
    const { rows, left, mended, passes } = result;
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    if (json) console.log(JSON.stringify({ ...result, seconds }));
    else console.log(`${rows} rows, ${left} faults left, ${mended} mended, ${passes} passes in ${seconds} s`);
    if (left > 0) process.exitCode = 1;
  });
});
