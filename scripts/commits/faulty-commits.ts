// What is wrong with the messages of commits. Those since this check exists, or since the last release, are read; a shallow clone,
// or one without git, has none of them.
import { execFileSync } from 'node:child_process';

const KIND = /^(?:feat|fix|docs|test|refactor|perf|spec|build|ci)(?:\([\w-]+\))?: \S/;
const LONGEST = 72;
/** Older ones were written before it. */
const SINCE = '2026-11-29T00:00:00Z';
/** Nobody decides anything in them. */
const WITHOUT_BODY = /^build: generated files/;

/** @returns what is wrong with a commit; undefined: nothing */
export function faultOfCommit(message: string): string | undefined {
  const [subject = '', ...rest] = message.trim().split('\n');
  if (!KIND.test(subject))
    return 'the subject begins with feat, fix, docs, test, refactor, perf, spec, build or ci, and a colon';
  if (subject.length > LONGEST) return `the subject has ${subject.length} characters, at most ${LONGEST} are allowed`;
  // Lines such as `Co-authored-by: …` say nothing of the change.
  const body = rest.filter((line) => line.trim() !== '' && !/^[A-Z][\w-]+: /.test(line));
  if (body.length === 0 && !WITHOUT_BODY.test(subject)) return 'a body that says why is expected';
  return undefined;
}

/** @returns a line for each faulty commit, the latest first */
export function faultyCommits(folder: string): string[] {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return '';
    }
  };
  const first = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'scripts/commits/faulty-commits.ts');
  if (first === '') return [];
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*');
  const known = [first, ...(release === '' ? [] : [release])];
  const log = git('log', '--no-merges', `--since=${SINCE}`, '--format=%h%n%B%x00', 'HEAD', '--not', ...known);
  return log.split('\0').flatMap((entry) => {
    const [hash = '', ...lines] = entry.trim().split('\n');
    const fault = hash === '' ? undefined : faultOfCommit(lines.join('\n'));
    return fault === undefined ? [] : [`${hash} ${lines[0] ?? ''}: ${fault}`];
  });
}
