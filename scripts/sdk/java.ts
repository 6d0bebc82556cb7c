// The Java client, by OpenAPI Generator: the HTTP client of Java 11 and Jackson, a Maven project.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SdkLanguage } from './language.ts';
import { missingTools, runOpenApiGenerator } from './openapi-generator.ts';
import { hasCommand, runCommand } from './run-command.ts';

const scenario = path.join(import.meta.dirname, 'scenarios', 'java', 'Scenario.java');

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
    return part.replace(AS_JSON, '$2HttpRequest.BodyPublishers.ofFile($1.toPath()));');
  });
  return [before, ...changed].join(BINARY);
}

async function sendFilesAsBytes(out: string): Promise<void> {
  const folder = path.join(out, 'src', 'main', 'java', 'colophon', 'api');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const code = await readFile(file, 'utf8');
    if (code.includes(BINARY)) await writeFile(file, withFilesAsBytes(code));
  }
}

const readme = `# A client for this project, in Java

Made by \`npm run sdk\`; make it again when the model changes. \`mvn -DskipTests install\` makes \`colophon:colophon-client\`, then:

\`\`\`java
ApiClient client = new ApiClient();
client.updateBaseUri(url);
SignInResponse session = new AuthApi(client).signIn(APISignInRequest.newBuilder()
    .signInBody(new SignInBody().username(name).password(word)).build());
client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + session.getMeta().getJwt()));
DocumentsListResponse page = new DocumentsApi(client).listDocuments(
    DocumentsApi.APIListDocumentsRequest.newBuilder().filterTitle("News").include("poster").build());
\`\`\`

There is a class such as \`DocumentsApi\` for each type, and one such as \`DocumentsAttributes\`.
What the service refuses is an
\`ApiException\`; \`client.getObjectMapper().readValue(e.getResponseBody(), ErrorResponse.class)\` has the code.
`;

export const java: SdkLanguage = {
  name: 'java',
  missing,
  async generate({ description, out }) {
    await runOpenApiGenerator({
      generator: 'java',
      description,
      out,
      options: {
        library: 'native',
        groupId: 'colophon',
        artifactId: 'colophon-client',
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
    await sendFilesAsBytes(out);
  },
  readme,
  usage: ({ out, url }) => [
    `mvn -f ${path.join(out, 'pom.xml')} -DskipTests install   # colophon:colophon-client`,
    `ApiClient client = new ApiClient(); client.updateBaseUri("${url}");`,
    'new DocumentsApi(client).listDocuments(APIListDocumentsRequest.newBuilder().filterTitle("News").build())',
  ],
  async check({ out, url, username, password, say }) {
    const classes = await mkdtemp(path.join(os.tmpdir(), 'colophon-java-'));
    try {
      say('compiling the client');
      const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=target/dependency'];
      await runCommand('mvn', ['-B', '-q', '-Dmaven.test.skip=true', 'compile', ...copy], { cwd: out });
      const target = path.join(out, 'target');
      const classPath = [classes, path.join(target, 'classes'), path.join(target, 'dependency', '*')];
      const withPath = ['-cp', classPath.join(path.delimiter)];
      await runCommand('javac', ['-proc:none', '-d', classes, ...withPath, scenario]);
      say('running the scenario');
      const env = { COLOPHON_URL: url, COLOPHON_USERNAME: username, COLOPHON_PASSWORD: password };
      await runCommand('java', [...withPath, 'Scenario'], { env });
    } finally {
      await rm(classes, { recursive: true, force: true });
    }
  },
};
