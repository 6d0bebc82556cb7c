/** Known faults of the dependencies, and whether the policy tolerates them (`npm run tool -- audit:dependencies`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { advisoriesOf, queryRegistry, NoAnswer, type LockFile } from './npm-audit.ts';
import { judge, needless, readPolicy, type Verdict } from './policy.ts';

const POLICY = 'scripts/config/dependency-policy.json';

const help = `Usage: npm run tool -- audit:dependencies [options]

Queries the npm registry for known vulnerabilities of the packages in package-lock.json, and checks them against ${POLICY}:
the lowest severity that fails, and exceptions with their reason and their last day.

  --folder FOLDER     with package-lock.json; this project by default
  --policy FILE       another policy
  --require-answer    fails when the registry does not respond; without it the command only reports this
  --help              shows this

The exit code is 0, 1 for faults that the policy does not tolerate, or 2 when it could not run.`;

const options = { folder: TEXT, policy: TEXT, 'require-answer': FLAG, help: HELP };

const ROOT = path.join(import.meta.dirname, '../..');

/** @throws CommandError */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`cannot read ${file}`, { cause });
  }
}

const SAID: Readonly<Record<Verdict['kind'], string>> = {
  fails: 'FAIL',
  expired: 'FAIL',
  excepted: 'excepted',
  tolerated: 'tolerated',
};

function lineOf({ advisory, kind, exception }: Verdict): string {
  const { id, package: name, range, severity, title, url, isProduction } = advisory;
  const where = isProduction ? 'production' : 'development';
  const until = exception && `until ${exception.until}: ${exception.reason}`;
  const why = kind === 'expired' ? `its exception has ended (${until})` : until;
  return [
    `${SAID[kind].padEnd(9)} ${severity.padEnd(8)} ${where.padEnd(11)} ${name} ${range}: ${title} (${url || id})`,
    ...(why === undefined ? [] : [`          ${why}`]),
  ].join('\n');
}

await runCommandLine(
  { help, read: () => parseArgs({ options }), fail: inLines('audit:dependencies', 2) },
  async ({ values }) => {
    const folder = path.resolve(values.folder ?? ROOT);
    const policyFile = values.policy ?? path.join(ROOT, POLICY);
    const policy = readPolicy(read(policyFile), path.basename(policyFile));
    const lockFile = JSON.parse(read(path.join(folder, 'package-lock.json'))) as LockFile;
    let report;
    try {
      report = await queryRegistry(folder);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (values['require-answer']) throw new CommandError(`the registry did not respond: ${error.message}`);
      return console.log(
        `NO RESPONSE: ${error.message}. Known vulnerabilities are checked when the registry responds.`,
      );
    }
    const advisories = advisoriesOf(report, lockFile);
    const verdicts = judge(advisories, policy, new Date());
    for (const verdict of verdicts) console.log(lineOf(verdict));
    for (const { advisory, package: name } of needless(advisories, policy))
      console.log(`needless  the exception for ${advisory} (${name}): remove it`);
    const failing = verdicts.filter(({ kind }) => kind === 'fails' || kind === 'expired').length;
    console.log(`${advisories.length} known faults, ${failing} not tolerated`);
    if (failing > 0) process.exitCode = 1;
  },
);
