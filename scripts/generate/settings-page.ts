// The page of all settings, openapi/docs/settings.md.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { listedSettings } from '../../core/config/config.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** @param folder of the pages, which are searched for the names of settings */
export async function settingsPage(folder: string): Promise<string> {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'settings.md')
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  const rows = listedSettings().map(({ variable, about, allowed, fallback }) => {
    const described = pages.filter(({ text }) => new RegExp(`\\b${variable}\\b`).test(text));
    const links = described.map(({ name }) => `[${name.replace('.md', '')}](${name})`).join(', ');
    const value = fallback.startsWith('default ') ? `\`${fallback.slice('default '.length)}\`` : cell(fallback);
    return `| \`${variable}\` | ${cell(about)} | ${cell(allowed)} | ${value} | ${links} |`;
  });
  const text = `# Settings

All settings. Each is an environment variable, or a line in \`.env\`; \`npm start -- --help\` lists them too. This table is made
from the code by \`npm run generate\`.

| Setting | Meaning | Values | Default | Described in |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
  const options = await resolveConfig(folder, { config: path.resolve(folder, '../../scripts/config/prettier.json') });
  return format(text, { ...options, parser: 'markdown' });
}
