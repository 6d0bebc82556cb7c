// Schemathesis as a part of the run.
import path from 'node:path';
import type { ContractOptions } from './options.ts';
import type { Report } from './report.ts';
import { runSchemathesis } from './schemathesis.ts';
import type { Session } from './session.ts';

interface SchemathesisPart extends Pick<ContractOptions, 'out' | 'apiKey' | 'readOnly' | 'seed'> {
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
  const minutes = (deadline - performance.now()) / 60_000;
  if (minutes < MIN_MINUTES) return skip('no time is left for it: give more with --minutes');
  const result = await runSchemathesis({
    url: session.url,
    description: session.document(),
    token: session.token(),
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    minutes,
    readOnly: options.readOnly,
    seed: options.seed,
    out: path.join(options.out, 'schemathesis'),
    say,
  });
  if (result.skipped !== undefined) skip(result.skipped);
  else report.finish('schemathesis');
  if (result.passed > 0) report.pass('schemathesis', 'all operations', result.passed);
  for (const { operation, title, detail } of result.failures) report.fail('schemathesis', operation, { title, detail });
}
