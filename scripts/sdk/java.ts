// The Java client, by OpenAPI Generator: the HTTP client of Java 11 and Jackson, a Maven project.
import { mkdtemp, rm } from 'node:fs/promises';
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
