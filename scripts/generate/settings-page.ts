// The page of all settings, openapi/docs/settings.md, and `.env.example` of a created project, by the same topics.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { listedSettings, type ListedSetting } from '../../core/config/config.ts';
import { byTopic } from '../../core/config/setting-topics.ts';

const plain = (text: string): string => text.replaceAll(/[<*]/g, '\\$&');

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
  const line = ({ variable, about, allowed, fallback, otherwise = '' }: ListedSetting): string => {
    const page = describing(variable, pages);
    const name = page === undefined ? `\`${variable}\`` : `[\`${variable}\`](${page})`;
    const other = fallback === undefined ? plain(otherwise) : `\`${fallback}\``;
    return `- ${name}: ${plain(about)} (${plain(shortForm(allowed))}; else ${other})`;
  };
  const text = `# Settings

All settings, each linked to the page that describes it. Each is an environment variable, or a line in \`.env\`;
\`npm start -- --help\` lists them too. The brackets have the values and, after *else*, what holds without the setting. A time
is in seconds, or has s, m, h or d (\`20m\`); a size is in bytes, or has kb, mb or gb (\`50mb\`). This page is made from the
code by \`npm run generate\`.

${byTopic(listedSettings())
  .map(({ topic, settings }) => `## ${topic}\n\n${settings.map(line).join('\n')}`)
  .join('\n\n')}
`;
  const options = readFileSync(path.resolve(folder, '../../.oxfmtrc.json'), 'utf8');
  return (await format('settings.md', text, JSON.parse(options) as FormatOptions)).code;
}

/** What a created project sets: `{{name}}` is that of the project. The others are comments. */
const PRESET: Readonly<Record<string, string>> = { ADMIN_PASSWORD: 'open sesame 2026', MODEL: 'model' };
const SAMPLES: Readonly<Record<string, string>> = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/{{name}}?replicaSet=rs0',
  SMTP_URL: 'smtp://127.0.0.1:1025',
};

/** Of scripts/create/template. */
export function exampleSettings(): string {
  const lines = ({ variable, about, allowed, fallback, otherwise }: ListedSetting): string => {
    const preset = PRESET[variable];
    const value =
      preset === undefined ? `# ${variable}=${SAMPLES[variable] ?? fallback ?? ''}` : `${variable}=${preset}`;
    return `# ${about} (${shortForm(allowed)}${otherwise === undefined ? '' : `; else ${otherwise}`})\n${value}`;
  };
  const topics = byTopic(listedSettings()).map(
    ({ topic, settings }) => `## ${topic}\n\n${settings.map(lines).join('\n')}`,
  );
  return `# Copy it to .env. A time is in seconds, or has s, m, h or d; a size is in bytes, or has kb, mb or gb.\n\n${topics.join('\n\n')}\n`;
}
