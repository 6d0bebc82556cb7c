// The differences of a version from another one, field by field; in texts the words that went and came are marked (D965).
import { diffWordsWithSpace } from 'diff';
import { humanName, isResource, type ShownResource } from '../json-api-document.ts';
import { documentAt } from './page-extras.ts';
import { shownValue } from './shown-value.ts';
import type { BrowserRequest } from '../browser-request.ts';
import { itemsIn, isRecord } from '../../values.ts';

/** Some words of a text; `then` only in the version, `other` only in the other one. */
interface Part {
  text: string;
  side: 'both' | 'then' | 'other';
}

/** Longer texts are shown whole, one after the other; so are those that have little in common. */
const MAX_COMPARED = 20_000;
const MAX_EDITS = 400;

function partsOf(then: string, other: string): Part[] {
  const isLong = then.length + other.length > MAX_COMPARED;
  const changes = isLong ? undefined : diffWordsWithSpace(then, other, { maxEditLength: MAX_EDITS });
  const whole: Part[] = [
    { text: then, side: 'then' },
    { text: other, side: 'other' },
  ];
  const parts = changes?.map(({ value, added, removed }): Part => {
    return { text: value, side: added ? 'other' : removed ? 'then' : 'both' };
  });
  return (parts ?? whole).filter(({ text }) => text !== '');
}

function textOf(value: unknown, base: string): string {
  const shown = shownValue(value, base);
  if (shown.kind === 'empty') return '';
  return shown.kind === 'list' ? shown.items.join(', ') : shown.text;
}

/** The number of the newest version. @param path of the list of versions */
async function newestOf(browser: BrowserRequest, path: string): Promise<unknown> {
  const document = await documentAt(browser, `${path}?sort=-number&page_size=1`);
  const [newest] = itemsIn(document?.data).filter(isResource);
  return newest?.meta?.['number'];
}

/**
 * The differences that a version has been read with, else those from the newest one.
 * @param path of the version
 * @returns undefined for the newest one itself
 */
export async function differencesOf(browser: BrowserRequest, path: string, version: ShownResource) {
  let found: ShownResource | undefined = version;
  if (version.meta?.['compared_with'] === undefined) {
    const newest = await newestOf(browser, path.replace(/\/[^/]+$/, ''));
    if (typeof newest !== 'number' || newest === version.meta?.['number']) return undefined;
    const document = await documentAt(browser, `${path}?compare=${newest}`);
    found = isResource(document?.data) ? document.data : undefined;
  }
  const { differences, number, compared_with: other } = found?.meta ?? {};
  if (!isRecord(differences)) return undefined;
  const fields = Object.entries(differences).map(([name, each]) => {
    const [then, now] = isRecord(each) ? [each['value'], each['other']] : [];
    return { label: humanName(name), parts: partsOf(textOf(then, browser.base), textOf(now, browser.base)) };
  });
  return { version: Number(number), other: Number(other), fields };
}
