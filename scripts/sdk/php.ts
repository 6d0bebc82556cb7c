// The PHP client, by OpenAPI Generator: PHP 8.1 and Guzzle, beside php-files, from Composer or from the packages of the distribution.
import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, nodeAt, type Node } from '../../core/description/openapi-document.ts';
import type { SdkLanguage } from './language.ts';
import { missingTools, runOpenApiGenerator } from './openapi-generator.ts';
import { packageFacts, type PackageFacts } from './package-facts.ts';
import { hasCommand, runCommand } from './run-command.ts';

const scenarios = path.join(import.meta.dirname, 'scenarios/php');
const ownFiles = path.join(import.meta.dirname, 'php-files');
const packages = ['php-cli', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle'];
const isThere = "PHP_VERSION_ID >= 80100 && extension_loaded('curl') && @include_once 'GuzzleHttp/autoload.php'";
const works = ['-r', `exit(${isThere} ? 0 : 1);`];

const missing = missingTools({
  packages,
  areThere: () => hasCommand('php', works),
  needed: `PHP 8.1 with curl and Guzzle (Debian: apt-get install ${packages.join(' ')})`,
});

/** As Packagist wants it. */
export const composer = ({ version, description, license, home }: PackageFacts, name = 'colophon/client'): string =>
  `${JSON.stringify(
    {
      name,
      description,
      version,
      type: 'library',
      keywords: ['colophon', 'json-api', 'client'],
      homepage: home,
      license,
      support: { docs: `${home}/docs` },
      require: {
        php: '^8.1',
        'ext-curl': '*',
        'ext-mbstring': '*',
        'guzzlehttp/guzzle': '^7.4',
        'guzzlehttp/psr7': '^2.0',
      },
      autoload: { 'psr-4': { 'Colophon\\': 'lib/' } },
    },
    null,
    2,
  )}\n`;

const readme = readFileSync(path.join(import.meta.dirname, 'readmes', 'php.txt'), 'utf8');

export const php: SdkLanguage = {
  name: 'php',
  packageName: {
    form: /^[a-z\d]+(?:[_.-][a-z\d]+)*\/[a-z\d]+(?:(?:[_.]|--?)[a-z\d]+)*$/,
    example: 'acme/content',
  },
  missing,
  async generate({ description, document, out, name }) {
    const options = { invokerPackage: 'Colophon' };
    await runOpenApiGenerator({ generator: 'php', description, out, options });
    await cp(path.join(import.meta.dirname, 'autoload.php'), path.join(out, 'autoload.php'));
    await writeFile(path.join(out, 'composer.json'), composer(packageFacts(document), name));
    await cp(ownFiles, path.join(out, 'lib'), { recursive: true });
    await narrowUnions(out, document);
  },
  readme,
  program: path.join(scenarios, 'program.php'),
  usage: ({ out, url }) => [
    `require '${out}/autoload.php';  // or Composer, with a repository of type path`,
    `$service = (new Colophon\\Service('${url}'))->signIn($username, $password);`,
    "$page = $service->api(Colophon\\Api\\DocumentsApi::class)->listDocuments(filter_title: 'News');",
  ],
  async check({ out, env, say }) {
    say('reading every file of the client');
    await runCommand('php', [path.join(scenarios, 'read-all.php'), out]);
    for (const program of ['program.php', 'scenario.php']) {
      say(`running its ${program}`);
      await runCommand('php', ['-d', 'zend.assertions=1', path.join(scenarios, program)], { cwd: out, env });
    }
  },
};

/** The generator takes a word in the data for the name of a class, so that no union is ever narrowed. */
const asItComes = `$subclass = '\\Colophon\\Model\\\\' . $data->{$discriminator};
                if (is_subclass_of($subclass, $class)) {
                    $class = $subclass;
                }`;
const asItIsRight = '$class = UnionTypes::BY_TYPE[ltrim($class, "\\\\")][$data->{$discriminator}] ?? $class;';

/** @throws Error when the output of the generator has changed */
async function narrowUnions(out: string, description: Node): Promise<void> {
  const file = path.join(out, 'lib', 'ObjectSerializer.php');
  const text = await readFile(file, 'utf8');
  if (!text.includes(asItComes))
    throw new Error('ObjectSerializer.php is not as this version of the generator writes it');
  await writeFile(
    file,
    text.replace(asItComes, () => asItIsRight),
  );
  await writeFile(path.join(out, 'lib', 'UnionTypes.php'), unionTypes(description));
}

/** A PHP string literal without interpolation. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const className = (name: string): string => `Colophon\\Model\\${name}`;

/** PHP with the class of each word of a discriminator, by the class of the union. */
export function unionTypes(description: Node): string {
  const rows = Object.entries(nodeAt(description, 'components', 'schemas')).flatMap(([name, schema]) => {
    const mapping = isNode(schema) ? nodeAt(schema, 'discriminator', 'mapping') : {};
    const pairs = Object.entries(mapping).map(
      ([type, ref]) => `${quoted(type)} => ${quoted(`\\${className(String(ref).split('/').at(-1) ?? '')}`)}`,
    );
    return pairs.length > 0 ? [`        ${quoted(className(name))} => [${pairs.join(', ')}],`] : [];
  });
  return `<?php
namespace Colophon;

/** The class of each type in a list of several. */
final class UnionTypes
{
    public const BY_TYPE = [
${rows.join('\n')}
    ];
}
`;
}
