// The PHP client, by OpenAPI Generator: PHP 8.1 and Guzzle, beside php-files, from Composer or from the packages of the distribution.
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, nodeAt } from '../../core/description/openapi-document.ts';
import type { Node, OpenApiDocument } from '../../core/description/openapi-document.ts';
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

const readme = `# A client for this project, in PHP

Made by \`npm run sdk\`; make it again when the model changes. It needs PHP 8.1 and Guzzle 7: \`composer require\` with its
name in \`composer.json\` and this folder as a repository of type \`path\`, or Debian's \`php-guzzlehttp-guzzle\`, \`php-curl\` and \`autoload.php\`.

\`\`\`php
require 'autoload.php';
$service = (new Colophon\\Service($url))->signIn($name, $password);
$documents = $service->api(Colophon\\Api\\DocumentsApi::class);
foreach (Colophon\\Pages::items($documents->listDocuments(...), filter_title: 'News') as $one) echo $one->getId();
\`\`\`

\`Colophon\\Api\` has a class for each type, and \`Colophon\\Model\` one for its attributes. \`Pages::of\` and \`Pages::items\` go through a list;
\`(new Included($page))->related($one, $name)\` finds what a response includes.

What the service refuses is an \`ApiException\`: \`422 invalid_value at /data/attributes/title: ...\`, with \`errorCode\`, \`pointer\` and all \`errors\`. What is
refused for the moment (429, 503, a broken connection) is repeated, twice by default, as \`Retry-After\` says; writes other than after 429 only
with an \`idempotency_key\`. \`new Service($url, keepsReads: true)\` asks with \`If-None-Match\` for what it has read before.
A file is uploaded from a string or an open file, and \`$service->api($class, $progress)\` calls \`$progress($sent, $total)\`.

## Second factors and applications

For users with a second factor \`signIn\` throws \`SecondFactorRequired\`, whose \`challenge()\` is good for five minutes. With \`code\` it asks:

\`\`\`php
$service->signIn($name, $password, code: fn () => readline('Code: '));

try { // in two requests of a page
    $service->signIn($name, $password);
} catch (Colophon\\SecondFactorRequired $error) {
    $service->finishSignIn($error->challenge(), code: $code); // or recoveryCode: ...
}
\`\`\`

An application signs in with its API key and its secret, which sign in again when its session has ended:

\`\`\`php
$service = (new Colophon\\Service($url))->signInApplication($clientId, $clientSecret);
\`\`\`
`;

export const php: SdkLanguage = {
  name: 'php',
  packageName: {
    form: /^[a-z\d]+(?:[_.-][a-z\d]+)*\/[a-z\d]+(?:(?:[_.]|--?)[a-z\d]+)*$/,
    example: 'acme/content',
  },
  missing,
  async generate({ description, out, name }) {
    const options = { invokerPackage: 'Colophon' };
    await runOpenApiGenerator({ generator: 'php', description, out, options });
    const document = JSON.parse(await readFile(description, 'utf8')) as OpenApiDocument;
    await writeFile(path.join(out, 'autoload.php'), autoload);
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

const autoload = `<?php
// For use without Composer, beside the Guzzle of the distribution.
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace('\\\\', '/', substr($class, strlen('Colophon\\\\'))) . '.php';
    if (str_starts_with($class, 'Colophon\\\\') && is_file($file)) {
        require $file;
    }
});
if (!class_exists('GuzzleHttp\\\\Client')) {
    require_once 'GuzzleHttp/autoload.php';
}
`;
