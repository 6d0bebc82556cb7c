// OpenAPI Generator, for the clients of Go, Java and PHP. It is a Java program, downloaded from Maven Central.
import type { Need } from './language.ts';
import { missingJar, runJar } from './maven-jar.ts';
import { installPackages } from './toolbox.ts';

export const generatorVersion = '7.25.0';
const jar = {
  group: 'org.openapitools',
  artifact: 'openapi-generator-cli',
  version: generatorVersion,
  folder: `openapi-generator-${generatorVersion}`,
};

export interface Tools {
  /** Debian packages of the tools. */
  packages: readonly string[];
  /** Whether they are installed and new enough. */
  areThere: () => Promise<boolean>;
  /** The message when they are missing and cannot be installed. */
  needed: string;
}

/** Whether a client can be made, and checked with the tools of its language. @returns as `SdkLanguage.missing` does */
export const missingTools =
  ({ packages, areThere, needed }: Tools) =>
  async (need: Need): Promise<string | undefined> => {
    if (need.purpose === 'check' && !(await areThere())) {
      const isDone = (await installPackages(packages, need.say)) && (await areThere());
      if (!isDone) return `it needs ${needed}`;
    }
    return missingJar(jar, need.say);
  };

export interface GeneratorOrder {
  generator: string;
  description: string;
  out: string;
  /** Of the generator, see its documentation. */
  options: Readonly<Record<string, string>>;
  typeMappings?: Readonly<Record<string, string>>;
}

const pairs = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');

/** With the options that a user gives, and nothing left out. @throws Error with the output of the generator */
export async function runPlainGenerator({
  generator,
  description,
  out,
  options,
}: Omit<GeneratorOrder, 'typeMappings'>): Promise<void> {
  const args = ['generate', '-g', generator, '-i', description, '-o', out];
  const given = Object.keys(options).length > 0 ? ['--additional-properties', pairs(options)] : [];
  await runJar(jar, [...args, ...given]);
}

/** @throws Error with the output of the generator */
export async function runOpenApiGenerator(order: GeneratorOrder): Promise<void> {
  const { generator, description, out, options, typeMappings = {} } = order;
  const left =
    'git_push.sh,.travis.yml,README.md,.gitlab-ci.yml,.github/**,build.sbt,' +
    'api/openapi.yaml,composer.json,phpunit.xml.dist,.php-cs-fixer.dist.php,ApiException.php';
  const args = ['generate', '-g', generator, '-i', description, '-o', out, '--skip-validate-spec'];
  const parts = 'models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false';
  await runJar(jar, [
    ...args,
    ...['--global-property', parts, '--openapi-generator-ignore-list', left],
    ...['--additional-properties', pairs({ hideGenerationTimestamp: 'true', ...options })],
    ...(Object.keys(typeMappings).length > 0 ? ['--type-mappings', pairs(typeMappings)] : []),
  ]);
}
