// The page of all settings, openapi/docs/settings.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { listedSettings } from '../../core/config/config.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** Forms of values that many settings have: the page explains them once. */
const FORMS: readonly [RegExp, string][] = [
  [/seconds, or a number with s, m, h or d, such as \w+/, 'a time'],
  [/bytes, or a number with (?:kb or mb|kb, mb or gb), such as \w+/, 'a size'],
  [/a whole number from (\d+) to (\d+)/, '$1 to $2'],
];

const shortForm = (allowed: string): string =>
  FORMS.reduce((text, [pattern, short]) => text.replace(pattern, short), allowed);

interface Page {
  name: string;
  text: string;
}

/** The guide that names a setting most often; else a page of rules, undefined if no page names it. */
function describing(variable: string, pages: readonly Page[]): string | undefined {
  const found = pages.flatMap(({ name, text }) => {
    const count = text.match(new RegExp(`\\b${variable}\\b`, 'g'))?.length ?? 0;
    return count === 0 ? [] : [{ name, count, isGuide: !/^(?:rules-|asvs)/.test(name) }];
  });
  const [best] = found.sort((a, b) => Number(b.isGuide) - Number(a.isGuide) || b.count - a.count);
  return best?.name;
}

/** @param folder of the pages, which are searched for the names of settings */
export async function settingsPage(folder: string): Promise<string> {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'settings.md')
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  const rows = listedSettings().map(({ variable, about, allowed, fallback }) => {
    const page = describing(variable, pages);
    const name = page === undefined ? `\`${variable}\`` : `[\`${variable}\`](${page})`;
    const value = fallback.startsWith('default ')
      ? `\`${fallback.slice('default '.length)}\``
      : cell(fallback.replace(/^if not set: /, ''));
    return `| ${name} | ${cell(about)} | ${cell(shortForm(allowed))} | ${value} |`;
  });
  const text = `# Settings

All settings, each linked to the page that describes it. Each is an environment variable, or a line in \`.env\`;
\`npm start -- --help\` lists them too. A time is in seconds, or has s, m, h or d (\`20m\`); a size is in bytes, or has kb, mb or
gb (\`50mb\`). This table is made from the code by \`npm run generate\`.

| Setting | Meaning | Values | If not set |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
  const options = readFileSync(path.resolve(folder, '../../.oxfmtrc.json'), 'utf8');
  return (await format('settings.md', text, JSON.parse(options) as FormatOptions)).code;
}
