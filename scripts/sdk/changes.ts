// CHANGELOG.md of a client: what breaks programs that use the former one in its folder, as `npm run tool -- breaking` finds it.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { compareDescriptions } from '../breaking/compare-descriptions.ts';
import { withoutTexts, type Description } from '../breaking/description.ts';

/** What the client was made of, for the next comparison. */
const KEPT = '.colophon-description.json';
const TITLE = '# Changes\n';

interface Folders {
  /** Of the client that is replaced; there may be none. */
  former: string;
  folder: string;
}

export async function writeChanges(document: OpenApiDocument, { former, folder }: Folders): Promise<void> {
  // cast: what the service describes has the parts of every OpenAPI document
  const now = withoutTexts(document as unknown as Description);
  const readFormer = (name: string): Promise<string> => readFile(path.join(former, name), 'utf8').catch(() => '');
  const [kept, changelog] = [await readFormer(KEPT), await readFormer('CHANGELOG.md')];
  const before = kept === '' ? undefined : (JSON.parse(kept) as Description);
  await writeFile(path.join(folder, KEPT), JSON.stringify(now));
  await writeFile(
    path.join(folder, 'CHANGELOG.md'),
    [TITLE, sectionOf(before, now), changelog.replace(TITLE, '')].join(''),
  );
}

/** Empty when the description is the same. */
function sectionOf(before: Description | undefined, now: Description): string {
  if (before && JSON.stringify(before) === JSON.stringify(now)) return '';
  const breaks = before ? compareDescriptions(before, now) : [];
  const first = before ? 'Nothing breaks a program that uses the former client.' : 'The first client in this folder.';
  const lines = breaks.length === 0 ? [first] : breaks.map(({ place, what }) => `- \`${place}\`: ${what}`);
  return `\n## ${now.info.version} - ${new Date().toISOString().slice(0, 10)}\n\n${lines.join('\n')}\n`;
}
