// The Java client: code by OpenAPI Generator, and beside it java-files. The HTTP client of Java 11 and Jackson, a Maven project.
import { readFileSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import type { SdkLanguage } from './language.ts';
import { missingTools, runOpenApiGenerator } from './openapi-generator.ts';
import { inTemporaryFolder } from './out-folder.ts';
import { packageFacts } from './package-facts.ts';
import { replaceOnce } from './replace-once.ts';
import { hasCommand, runCommand } from './run-command.ts';

const ownFiles = path.join(import.meta.dirname, 'java-files');
const scenarios = path.join(import.meta.dirname, 'scenarios', 'java');

const missing = missingTools({
  packages: ['default-jdk-headless', 'maven'],
  areThere: async () => (await hasCommand('javac', ['-version'])) && (await hasCommand('mvn', ['--version'])),
  needed: 'a JDK, 11 or later, and Maven (Debian: apt-get install default-jdk-headless maven)',
});

const BINARY = 'header("Content-Type", "application/octet-stream");';
/** How the generator sends a body of any type: as JSON, for a file the text of its path. */
const AS_JSON =
  /byte\[\] localVarPostBody = memberVarObjectMapper\.writeValueAsBytes\((\w+)\);\s*(localVarRequestBuilder\.method\("\w+", )HttpRequest\.BodyPublishers\.ofByteArray\(localVarPostBody\)\);/;

/** @returns the code of a class in which files are sent as their bytes @throws Error for code of another form */
export function withFilesAsBytes(code: string): string {
  const [before = '', ...parts] = code.split(BINARY);
  const changed = parts.map((part) => {
    const found = AS_JSON.exec(part);
    // It belongs to the next request otherwise.
    if (!found || part.slice(0, found.index).includes('localVarRequestBuilder.method('))
      throw new Error('the Java generator sends files in another way than expected');
    return part.replace(AS_JSON, '$2colophon.Upload.publisherOf($1));');
  });
  return [before, ...changed].join(BINARY);
}

/** What `getApiException` of each class gives. */
const EXCEPTION =
  /String message = formatExceptionMessage\([^;]*;\s*return new ApiException\(response\.statusCode\(\), message, /;

/** Files as their bytes, and errors with the code and the place of the fault. */
async function changeApis(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const code = await readFile(file, 'utf8');
    if (!EXCEPTION.test(code))
      throw new Error(`the Java generator makes errors in ${name} in another way than expected`);
    await writeFile(
      file,
      withFilesAsBytes(code.replace(EXCEPTION, 'return new colophon.ColophonException(response.statusCode(), ')),
    );
  }
}

const readme = readFileSync(path.join(import.meta.dirname, 'readmes', 'java.txt'), 'utf8');

/** As Maven Central wants it. */
function projectOptions(
  document: OpenApiDocument,
  name: string,
  repository: string | undefined,
): Record<string, string> {
  const { version, description, license, home } = packageFacts(document);
  const [groupId = 'colophon', artifactId = 'colophon-client'] = name.split(':');
  const place = repository ?? home;
  return {
    groupId,
    artifactId,
    artifactVersion: version,
    // Commas separate options.
    artifactDescription: description.replaceAll(',', ''),
    artifactUrl: place,
    developerName: groupId,
    developerEmail: '',
    developerOrganization: groupId,
    developerOrganizationUrl: home,
    licenseName: license,
    scmUrl: place,
    scmConnection: `scm:git:${place}`,
    scmDeveloperConnection: `scm:git:${place}`,
  };
}

export const java: SdkLanguage = {
  name: 'java',
  packageName: { form: /^[\w.-]+:[\w.-]+$/, example: 'org.example:client' },
  missing,
  async generate({ description, document, out, name = 'colophon:colophon-client', repository }) {
    await runOpenApiGenerator({
      generator: 'java',
      description,
      out,
      options: {
        library: 'native',
        ...projectOptions(document, name, repository),
        invokerPackage: 'colophon',
        apiPackage: 'colophon.api',
        modelPackage: 'colophon.model',
        // Lists have very many parameters: a builder names them.
        useSingleRequestParameter: 'true',
        useOneOfDiscriminatorLookup: 'true',
        documentationProvider: 'none',
      },
      // Without this they would be Integer and BigDecimal.
      typeMappings: { integer: 'Long', number: 'Double' },
    });
    const source = path.join(out, 'src', 'main', 'java', 'colophon');
    await changeApis(path.join(source, 'api'));
    await cp(ownFiles, source, { recursive: true });
    const pom = path.join(out, 'pom.xml');
    await writeFile(pom, replaceOnce(await readFile(pom, 'utf8'), [['            <email></email>\n', '']]));
  },
  readme,
  program: path.join(scenarios, 'Program.java'),
  usage: ({ out, url }) => [
    `mvn -f ${path.join(out, 'pom.xml')} -DskipTests install   # colophon:colophon-client`,
    `Colophon client = Colophon.connect("${url}").signIn(username, password);`,
    'new DocumentsApi(client).listDocuments(APIListDocumentsRequest.newBuilder().filterTitle("News").build())',
  ],
  async check({ out, username, env, say }) {
    await inTemporaryFolder('colophon-java-', async (classes) => {
      say('compiling the client');
      const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=target/dependency'];
      await runCommand('mvn', ['-B', '-q', '-Dmaven.test.skip=true', 'compile', ...copy], { cwd: out });
      const target = path.join(out, 'target');
      const classPath = [classes, path.join(target, 'classes'), path.join(target, 'dependency', '*')];
      const withPath = ['-cp', classPath.join(path.delimiter)];
      for (const [program, said] of [
        ['Program', `${username} true not_found`],
        ['Scenario', 'done'],
        ['SignIns', 'done'],
      ] as const) {
        await runCommand('javac', ['-proc:none', '-d', classes, ...withPath, path.join(scenarios, `${program}.java`)]);
        say(`running its ${program}`);
        const output = await runCommand('java', [...withPath, program], { env });
        if (!output.includes(said)) throw new Error(`its ${program} says ${output}`);
      }
    });
  },
};
