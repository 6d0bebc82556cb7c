// Purges the resources of the run, the latest first.
import { JSON_API, type Operation } from './operations.ts';
import type { Report } from './report/report.ts';
import type { Session } from './session.ts';

/** Types whose deletion leads to the trash. Other types have separate ids, which must not be searched for there. */
const isTrash = (operations: readonly Operation[], segment: string): boolean =>
  ['translations', 'annotations', 'users', 'folders', 'objects'].includes(segment) ||
  operations.some(({ path }) => path === `/${segment}/{object_id}`);

/** Some resources can only be deleted after others. */
const PASSES = 3;

const NO_TAG = '"nothing-has-this-tag"';
const headers = { accept: JSON_API };

export async function cleanUp(session: Session, report: Report): Promise<void> {
  for (const [path, answer] of await removeCreated(session, { tagged: true }))
    report.fail('examples', 'clean-up', {
      title: 'resources of the run remain',
      detail: `${path} cannot be removed`,
      answer,
    });
}

/**
 * @param tagged first requests each deletion with a wrong tag, which is refused
 * @returns what could not be removed, with the last response
 */
export async function removeCreated(session: Session, { tagged = false } = {}): Promise<Map<string, string>> {
  await session.reload();
  // Administrators remove those of the applications.
  const paths = session.created.map((path) => path.replace(/^\/async_jobs\//, '/admin/async_jobs/'));
  let left = [...new Set(paths)].reverse();
  const answers = new Map<string, string>();
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    const remaining: string[] = [];
    for (const path of left) {
      // The earlier conflicts are resolved now, so this comes first.
      if (tagged) await session.send({ method: 'DELETE', path, headers: { ...headers, 'if-match': NO_TAG } });
      const { status, shown } = await session.send({ method: 'DELETE', path, headers });
      answers.set(path, shown.answer);
      const [, segment = '', id = ''] = path.split('/');
      // The run has deleted some before.
      if ((status === 204 || status === 404) && isTrash(session.operations(), segment))
        await session.send({ method: 'DELETE', path: `/trash/${id}`, headers });
      else if (status !== 204 && status !== 404) remaining.push(path);
    }
    left = remaining;
  }
  return new Map(left.map((path) => [path, answers.get(path) ?? '']));
}
