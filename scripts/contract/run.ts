// The parts of a contract run in order: it checks the examples, sends them, reads the created resources, tries refusals and
// changes of every operation, follows links, and removes what it has created. The report has all findings.
import * as changes from './changes.ts';
import { cleanUp } from './clean-up.ts';
import { ContractError } from './contract-error.ts';
import { chooseOperations, type Coverage } from './coverage.ts';
import { checkDescribedExamples } from './described-examples.ts';
import { findWorld } from './found-world.ts';
import { followLinks, linksIn } from './links.ts';
import type { ContractOptions } from './options.ts';
import { allPairs, queryFaults } from './query-parameters.ts';
import { readAll } from './reads.ts';
import { runRecordedPart } from './recorded/recorded-part.ts';
import { baseOf, refuse } from './refusals.ts';
import { readBaseline } from './report/baseline.ts';
import type { Part } from './report/finding.ts';
import { createReport, type Report } from './report/report.ts';
import { openWorld, type RunWorld } from './run-world.ts';
import { runSchemathesisPart } from './schemathesis/schemathesis-part.ts';
import { sendExamples } from './send-examples.ts';
import { openSession, type Session } from './session.ts';
import { countStatuses } from './report/statuses.ts';

export type RunOptions = Omit<ContractOptions, 'help'>;

interface RunSetup {
  session: Session;
  report: Report;
  parts: ReadonlySet<Part>;
  say: (line: string) => void;
}

/**
 * @param say called with the present step
 * @param signal ends the run early; created resources are still removed
 * @throws ContractError when the deployment does not respond
 */
export async function runContract(
  options: RunOptions,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Report> {
  const baseline = options.baseline === undefined ? {} : await readBaseline(options.baseline);
  const report = createReport(options.parts, baseline);
  const deadline = performance.now() + options.minutes * 60_000;
  const open = async (): Promise<Session> => {
    const session = await openSession({ ...options, report, deadline });
    signal?.addEventListener('abort', () => session.halt(new ContractError('it was stopped')));
    return session;
  };
  if (options.har !== undefined) {
    await runRecordedPart({ har: options.har, description: options.description, report }, open);
    report.end();
    return report;
  }
  const session = await open();
  const setup: RunSetup = { session, report, parts: new Set(options.parts), say };
  /** Later parts run even if this one fails. */
  const attempt = (act: () => Promise<void>): Promise<void> =>
    act().catch((error: unknown) => {
      if (!(error instanceof ContractError)) throw error;
      report.failRun('run', { title: 'it was cut short', detail: error.message });
    });
  try {
    say(`${session.operations().length} operations described at ${session.url}, before the run creates types`);
    if (setup.parts.has('examples')) checkDescribedExamples(session.document(), report);
    if (options.parts.some((part) => part !== 'schemathesis')) {
      try {
        await attempt(() => (options.readOnly ? lookOnly(setup) : checkAll(setup)));
      } finally {
        await attempt(() => session.untilTheEnd(() => cleanUp(session, report)));
      }
      for (const note of session.notes) report.note(note);
    }
    if (setup.parts.has('schemathesis') && !signal?.aborted)
      await runSchemathesisPart({ ...options, session, report, deadline, say });
  } finally {
    session.close();
  }
  report.end();
  return report;
}

async function checkAll({ session, report, parts, say }: RunSetup): Promise<void> {
  const world = await openWorld(session);
  say('sending the examples');
  await tryExamples(session, world, report);
  report.finish('examples');
  if (parts.size === 1 && parts.has('examples')) return;
  const ownType = String(world.made.get('recipes')?.attributes['name']);
  const before = { session, world, operations: session.operations() };
  await changes.changeParents(before);
  await changes.makeObjects(before, ownType);
  const coverage = await chooseOperations(session, ownType);
  const setting = { session, world, operations: coverage.requested };
  say('reading the created resources');
  await changes.requestRemaining(setting);
  await changes.changeLegacy(setting);
  const reads = await readAll(session, coverage.requested, world);
  if (parts.has('links')) {
    say('following links');
    await followLinks(session, linksIn(reads), report);
    report.finish('links');
  }
  if (!parts.has('structure') && !parts.has('statuses')) return;
  await refuseAll({ session, report, parts, say }, world, coverage);
  say('changing and deleting');
  await changes.deleteLegacy(setting);
  await changes.changeRelationships(setting);
  await changes.closeEndpoint(setting);
  await changes.deleteObjects(setting);
  await session.untilTheEnd(() => cleanUp(session, report));
  countStatuses(coverage, session, report);
  report.finish('structure', 'statuses');
}

async function refuseAll({ session, report, say }: RunSetup, world: RunWorld, { requested }: Coverage): Promise<void> {
  say('provoking refusals');
  const pairs = allPairs(requested);
  for (const operation of requested) {
    const base = baseOf(operation, world);
    if (!base) continue;
    await refuse(session, { operation, base, world });
    if (operation.method !== 'GET') continue;
    const faults = await queryFaults(session, { operation, base, pairs });
    for (const detail of faults)
      report.fail('structure', operation.operationId, { title: 'the query is not as described', detail });
  }
}

/** With the resources that exist. */
async function lookOnly(setup: RunSetup): Promise<void> {
  const { session, report, parts, say } = setup;
  const all = await chooseOperations(session, undefined);
  const isRead = ({ method }: { method: string }): boolean => method === 'GET';
  say('reading existing resources');
  const world = await findWorld(session, all.requested.filter(isRead));
  const requested = all.requested.filter((operation) => isRead(operation) && baseOf(operation, world) !== undefined);
  const reads = await readAll(session, requested, world);
  if (parts.has('links')) await followLinks(session, linksIn(reads), report);
  // Examples are only checked against their schemas, not sent.
  report.finish('examples', 'links');
  const coverage = { requested, twins: all.twins.filter(isRead), readOnly: true } as const;
  if (!parts.has('structure') && !parts.has('statuses')) return;
  await refuseAll(setup, world, coverage);
  report.note(
    `${all.requested.length - requested.length} operations left out by --read-only, or about nothing that is there`,
  );
  countStatuses(coverage, session, report);
  report.finish('structure', 'statuses');
}

async function tryExamples(session: Session, world: RunWorld, report: Report): Promise<void> {
  for await (const { step, operation, request, answer, problem } of sendExamples(() => session.operations(), world)) {
    const operationId = operation?.operationId ?? step.operationId;
    const title = 'the example of the request';
    if (!answer || !request) {
      report.fail('examples', operationId, { title, detail: problem ?? 'it was not sent' });
      continue;
    }
    if (!world.sent.has(operationId)) world.sent.set(operationId, request);
    const { code } = (answer.body as { error?: { code?: string } } | undefined)?.error ?? {};
    const expected = [step.status, step.code].join(' ').trim();
    const given = [answer.status, code].join(' ').trim();
    const detail = `it is answered ${given}, and not ${expected}`;
    if (given === expected) report.pass('examples', operationId);
    else report.fail('examples', operationId, { title, detail, ...answer.shown });
  }
}
