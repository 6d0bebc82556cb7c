// The PHP client, by OpenAPI Generator: PHP 8.1 and Guzzle, from Composer or from the packages of the distribution.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, nodeAt } from '../../core/description/openapi-document.ts';
import type { Node } from '../../core/description/openapi-document.ts';
import type { SdkLanguage } from './language.ts';
import { missingTools, runOpenApiGenerator } from './openapi-generator.ts';
import { hasCommand, runCommand } from './run-command.ts';

const scenario = path.join(import.meta.dirname, 'scenarios', 'php', 'scenario.php');
const packages = ['php-cli', 'php-mbstring', 'php-guzzlehttp-guzzle'];
const works = ['-r', "exit(PHP_VERSION_ID >= 80100 && @include_once 'GuzzleHttp/autoload.php' ? 0 : 1);"];

const missing = missingTools({
  packages,
  areThere: () => hasCommand('php', works),
  needed: `PHP 8.1 with Guzzle (Debian: apt-get install ${packages.join(' ')})`,
});

const readme = `# A client for this project, in PHP

Made by \`npm run sdk\`; make it again when the model changes. It needs PHP 8.1 and Guzzle 7: \`composer require
colophon/client\` with this folder as a repository of type \`path\`, or Debian's \`php-guzzlehttp-guzzle\` and \`autoload.php\`.

\`\`\`php
require 'autoload.php';
$config = (new Colophon\\Configuration())->setHost($url);
$session = (new Colophon\\Api\\AuthApi(config: $config))->signIn(
    new Colophon\\Model\\SignInBody(['username' => $name, 'password' => $word]));
$config->setAccessToken($session->getMeta()->getJwt());
$page = (new Colophon\\Api\\DocumentsApi(config: $config))->listDocuments(filter_title: 'News', include: 'poster');
\`\`\`

There is a class such as \`DocumentsApi\` for each type, and one such as \`DocumentsAttributes\`.
What the service refuses is an
\`ApiException\`, whose \`getResponseObject()\` is an \`ErrorResponse\` with the code. A file is uploaded from a string or an open file.
`;

export const php: SdkLanguage = {
  name: 'php',
  missing,
  async generate({ description, out }) {
    const options = { invokerPackage: 'Colophon', composerPackageName: 'colophon/client' };
    await runOpenApiGenerator({ generator: 'php', description, out, options });
    await writeFile(path.join(out, 'autoload.php'), autoload);
    await narrowUnions(out, JSON.parse(await readFile(description, 'utf8')) as Node);
  },
  readme,
  usage: ({ out, url }) => [
    `require '${out}/autoload.php';  // or Composer, with a repository of type path`,
    `$config = (new Colophon\\Configuration())->setHost('${url}')->setAccessToken($accessToken);`,
    "$page = (new Colophon\\Api\\DocumentsApi(config: $config))->listDocuments(filter_title: 'News');",
  ],
  async check({ out, url, username, password, say }) {
    say('reading every file of the client');
    await runCommand('php', [path.join(path.dirname(scenario), 'read-all.php'), out]);
    say('running the scenario');
    const env = { COLOPHON_URL: url, COLOPHON_USERNAME: username, COLOPHON_PASSWORD: password };
    await runCommand('php', ['-d', 'zend.assertions=1', scenario, out], { env });
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
