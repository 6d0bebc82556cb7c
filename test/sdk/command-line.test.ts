// The command lines of `npm run sdk` and `npm run sdk:check`.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../scripts/sdk/languages.ts';
import { readCheckOptions, readSdkOptions, sdkHelp } from '../../scripts/sdk/options.ts';
import { composer } from '../../scripts/sdk/php.ts';
import { pyproject } from '../../scripts/sdk/python.ts';

describe('the command line', () => {
  const good = ['--lang', 'typescript', '--url', 'http://localhost:3000/api/', '--out', 'sdk'];

  it('accepts a language, an address with its path, and a folder', () => {
    expect(readSdkOptions([...good, '--tags', 'auth, folders', '--types', 'news'], {})).toMatchObject({
      language: { name: 'typescript' },
      url: 'http://localhost:3000/api',
      out: path.resolve('sdk'),
      tags: ['auth', 'folders'],
      types: ['news'],
    });
    expect(readSdkOptions(['--help'], {})).toBeUndefined();
    expect(sdkHelp()).toContain('--api-key');
    expect(readCheckOptions(['--lang', 'typescript', '--lang', 'typescript'])?.languages).toHaveLength(1);
  });

  it('takes the name of a package as the registry of the language writes it', () => {
    for (const { name: lang, packageName } of languages) {
      const { example } = packageName;
      const given = readSdkOptions(['--lang', lang, ...good.slice(2), '--name', example], {});
      expect(given?.name).toBe(example);
      expect(sdkHelp()).toContain(`${example} (${lang})`);
    }
    const facts = { version: '1.2.3', description: 'A client', license: 'MIT', home: 'https://example.org' };
    expect(pyproject(facts, 'Acme.content')).toContain('[project]\nname = "Acme.content"\nversion = "1.2.3"\n');
    expect(pyproject(facts)).toContain('name = "colophon-client"\n');
    expect(JSON.parse(composer(facts, 'acme/my--content'))).toMatchObject({
      name: 'acme/my--content',
      version: '1.2.3',
    });
    expect(JSON.parse(composer(facts))).toMatchObject({ name: 'colophon/client' });
  });

  it('reads secrets from the environment, unless they are given', () => {
    const env = { COLOPHON_TOKEN: 't', COLOPHON_API_KEY: 'k' };
    expect(readSdkOptions(good, env)).toMatchObject({ token: 't', apiKey: 'k' });
    expect(readSdkOptions([...good, '--token', 'other', '--api-key', 'key'], env)).toMatchObject({
      token: 'other',
      apiKey: 'key',
    });
    expect(readSdkOptions(good, {})).toMatchObject({ token: undefined, apiKey: undefined });
    expect(sdkHelp()).toContain('COLOPHON_API_KEY');
  });

  it.each([
    [['--lang', 'cobol', ...good.slice(2)], /^--lang: "cobol" is not one of typescript/],
    [good.slice(0, 4), /^--out is missing: see --help$/],
    [[...good.slice(0, 2), '--url', 'localhost:3000', '--out', 'sdk'], /^--url: "localhost:3000" is not an http/],
    [[...good, '--nonsense'], /^Unknown option '--nonsense': see --help$/],
    [
      [...good, '--name', 'Acme Content'],
      /^--name: "Acme Content" is no name of a package of typescript, such as @acme\/content$/,
    ],
    ...(
      [
        ['python', 'acme content', 'acme-content'],
        ['python', '.acme', 'acme-content'],
        ['php', 'content', 'acme/content'],
        ['php', 'Acme/Content', 'acme/content'],
        ['go', 'example.org//client', 'example.org/team/client'],
        ['java', 'org.example', 'org.example:client'],
      ] as const
    ).map(([lang, name, example]): [string[], RegExp] => [
      ['--lang', lang, ...good.slice(2), '--name', name],
      new RegExp(`^--name: "${name}" is no name of a package of ${lang}, such as ${example}$`),
    ]),
  ])('reports the fault of %j', (args, message) => {
    expect(() => readSdkOptions(args, {})).toThrow(message);
  });
});
