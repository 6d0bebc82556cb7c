// What commits say: `npm run tool -- commits`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, withoutAdvice } from '../command-line.ts';
import { faultyCommits } from './faulty-commits.ts';

const root = path.resolve(import.meta.dirname, '../..');
const help = `Usage: npm run tool -- commits

Fails for a commit since the last release whose subject has more than 72 characters or no kind, or whose body says nothing.

  --help      shows this`;
const options = { help: { type: 'boolean', short: 'h' } } as const;

function main(args: string[]): void {
  if (withoutAdvice(() => parseArgs({ args, options }).values).help) return console.log(help);
  const faults = faultyCommits(root);
  if (faults.length > 0) throw new CommandError(`${faults.join('\n')}\nReword them: git rebase -i`);
  console.log('the commits say what they do, and why');
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
