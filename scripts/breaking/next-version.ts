// Which versions may follow a release.
import { compareVersions, parseVersion } from './releases.ts';

/**
 * @param isBreaking whether clients of `last` break
 * @throws Error unless it is newer, and its number announces breaking changes (D41; Semantic Versioning 2.0.0, item 4: while
 * the major version is 0 the minor one does so)
 */
export function assertNextVersion(next: string, last: string | undefined, isBreaking: boolean): void {
  const [major, minor] = parseVersion(next);
  if (last === undefined) return;
  if (compareVersions(next, last) <= 0) throw new Error(`${next} is not newer than ${last}`);
  const [lastMajor, lastMinor] = parseVersion(last);
  if (!isBreaking || major > lastMajor || (major === 0 && minor > lastMinor)) return;
  const needed = lastMajor === 0 ? `0.${lastMinor + 1}.0` : `${lastMajor + 1}.0.0`;
  throw new Error(`it breaks clients of ${last} (npm run tool -- breaking): it must be ${needed} or later`);
}
