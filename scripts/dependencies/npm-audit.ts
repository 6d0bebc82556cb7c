// Known vulnerabilities of the packages in package-lock.json, by `npm audit`, which queries its registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Advisory {
  /** Such as `GHSA-xxxx-xxxx-xxxx`; where its address has none, the number of the registry. */
  id: string;
  package: string;
  severity: Severity;
  title: string;
  url: string;
  /** Versions with the fault. */
  range: string;
  /** Folders of the affected packages, from the lock file. */
  nodes: readonly string[];
  /** The service runs with it. */
  isProduction: boolean;
}

/** As far as it is read here; version 2 of the report, from npm 7 on. */
interface Report {
  vulnerabilities?: Record<
    string,
    { nodes?: string[]; via?: (string | Partial<Record<'source' | 'title' | 'url' | 'severity' | 'range', unknown>>)[] }
  >;
  error?: { summary?: string; detail?: string };
  message?: string;
}

export interface LockFile {
  packages: Record<string, { dev?: boolean } | undefined>;
}

/** The registry did not respond: there is no result, good or bad. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const MOST_MS = 60_000;
const MOST_BYTES = 64 * 1024 * 1024;

const severityOf = (value: unknown): Severity => SEVERITIES.find((each) => each === value) ?? 'critical';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Each fault once for each package that has it. */
export function advisoriesOf(report: Report, { packages }: LockFile): Advisory[] {
  const found = Object.entries(report.vulnerabilities ?? {}).flatMap(([name, { nodes = [], via = [] }]) =>
    via.flatMap((each): Advisory[] => {
      // With a name the fault is that of another package, which has its own entry.
      if (typeof each === 'string') return [];
      const url = textOf(each.url);
      return [
        {
          id: /GHSA(?:-[0-9a-z]{4}){3}/.exec(url)?.[0] ?? String(each.source),
          package: name,
          severity: severityOf(each.severity),
          title: textOf(each.title),
          url,
          range: textOf(each.range),
          nodes,
          isProduction: nodes.some((node) => packages[node]?.dev !== true),
        },
      ];
    }),
  );
  const rank = ({ severity, isProduction }: Advisory): number =>
    SEVERITIES.indexOf(severity) * 2 + Number(isProduction);
  return found.sort((a, b) => rank(b) - rank(a) || a.package.localeCompare(b.package) || a.id.localeCompare(b.id));
}

/** @throws NoAnswer for other output than a report, with the reason of npm */
function readReport(text: string): Report {
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    throw new NoAnswer('npm audit has written no report');
  }
  if (report.vulnerabilities) return report;
  const [reason = ''] = [report.error?.summary, report.message].filter((text) => text !== undefined && text !== '');
  throw new NoAnswer((reason || 'npm gives no reason').split('\n')[0]?.slice(0, 200));
}

/**
 * Queries the registry once, within a minute.
 * @param folder with package.json and package-lock.json
 * @throws NoAnswer
 */
export async function queryRegistry(folder: string): Promise<Report> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'];
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], timeout: MOST_MS });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.length > MOST_BYTES) child.kill();
  });
  try {
    // Its code is 1 for faults, and for having no response.
    await once(child, 'close');
  } catch (cause) {
    throw new NoAnswer('npm does not start', { cause });
  }
  if (child.signalCode !== null) throw new NoAnswer(`no answer within ${MOST_MS / 1000} s`);
  return readReport(text);
}
