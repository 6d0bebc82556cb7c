// What commits say: `npm run tool -- commits`.
import path from 'node:path';
import { asMessage, CommandError, readHelp, runCommandLine } from '../command-line.ts';
import { faultyCommits } from './faulty-commits.ts';

const root = path.resolve(import.meta.dirname, '../..');
const help = `Usage: npm run tool -- commits

Fails for a commit since the last release whose subject has more than 72 characters or no kind, or whose body says nothing.

  --help      shows this`;

await runCommandLine({ help, read: readHelp, fail: asMessage }, () => {
  const faults = faultyCommits(root);
  if (faults.length > 0) throw new CommandError(`${faults.join('\n')}\nReword them: git rebase -i`);
  console.log('the commits say what they do, and why');
});
