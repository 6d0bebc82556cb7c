// Schemathesis as a part of the run.
import path from 'node:path';
import { removeCreated } from '../clean-up.ts';
import { ContractError } from '../contract-error.ts';
import type { ContractOptions } from '../options.ts';
import type { Report } from '../report/report.ts';
import { runSchemathesis } from './schemathesis.ts';
import { pathsOfMade, type Session } from '../session.ts';

interface SchemathesisPart extends Pick<
  ContractOptions,
  'out' | 'apiKey' | 'readOnly' | 'seed' | 'schemathesisMinutes'
> {
  session: Session;
  report: Report;
  /** In milliseconds of `performance.now()`. */
  deadline: number;
  say: (line: string) => void;
}

/** Less is not worth a start. */
const MIN_MINUTES = 0.25;

export async function runSchemathesisPart({
  session,
  report,
  deadline,
  say,
  ...options
}: SchemathesisPart): Promise<void> {
  const skip = (reason: string): void => {
    report.skip('schemathesis', 'all operations', reason);
    say(`schemathesis is left out: ${reason}`);
  };
  const minutes = Math.min((deadline - performance.now()) / 60_000, options.schemathesisMinutes);
  if (minutes < MIN_MINUTES) return skip('no time is left for it: give more with --minutes');
  const made: string[] = [];
  let result;
  try {
    result = await runSchemathesis({
      url: session.url,
      description: session.document(),
      token: session.token(),
      ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
      minutes,
      readOnly: options.readOnly,
      seed: options.seed,
      out: path.join(options.out, 'schemathesis'),
      say,
      made: (addresses) => made.push(...addresses),
    });
  } finally {
    await removeMade(made, { session, report, say });
  }
  if (result.skipped !== undefined) skip(result.skipped);
  else report.finish('schemathesis');
  if (result.passed > 0) report.pass('schemathesis', 'all operations', result.passed);
  for (const { operation, title, detail } of result.failures) report.fail('schemathesis', operation, { title, detail });
}

/** What depends on settings of the deployment, or on the rights of the run, may refuse to go. */
async function removeMade(
  made: readonly string[],
  { session, report, say }: Pick<SchemathesisPart, 'session' | 'report' | 'say'>,
): Promise<void> {
  if (made.length === 0) return;
  session.created.length = 0;
  session.created.push(...pathsOfMade(made, session.url));
  say(`removing the ${session.created.length} resources that Schemathesis has made`);
  try {
    await session.keepSignedIn();
    const left = await session.untilTheEnd(() => removeCreated(session));
    for (const path of left.keys()) report.note(`Schemathesis has made ${path}, which cannot be removed`);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    report.failRun('run', { title: 'what Schemathesis has made remains', detail: error.message });
  }
}
