// The Go client, by OpenAPI Generator: net/http and nothing else.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SdkLanguage } from './language.ts';
import { missingTools, runOpenApiGenerator } from './openapi-generator.ts';
import { hasCommand, runCommand } from './run-command.ts';

const scenario = path.join(import.meta.dirname, 'scenarios', 'go');

const missing = missingTools({
  packages: ['golang-go'],
  areThere: () => hasCommand('go', ['version']),
  needed: 'Go 1.23 or later (go.dev/doc/install)',
});

const readme = `# A client for this project, in Go

Made by \`npm run sdk\`; make it again when the model changes. In a module of yours:
\`go mod edit -require colophon@v0.0.0 -replace colophon=./path/to/this/folder\`, then:

\`\`\`go
configuration := colophon.NewConfiguration()
configuration.Servers[0].URL = url
client := colophon.NewAPIClient(configuration)
session, _, err := client.AuthAPI.SignIn(ctx).SignInBody(colophon.SignInBody{Username: &name, Password: &word}).Execute()
ctx = context.WithValue(ctx, colophon.ContextAccessToken, session.Meta.Jwt)
page, _, err := client.DocumentsAPI.ListDocuments(ctx).FilterTitle("News").Include("poster").Execute()
\`\`\`

There is a service such as \`DocumentsAPI\` for each type, and a struct such as \`DocumentsAttributes\`.
An \`err\` is a
\`*GenericOpenAPIError\`, whose \`Model()\` is an \`ErrorResponse\` with the code.
`;

export const go: SdkLanguage = {
  name: 'go',
  missing,
  async generate({ description, out }) {
    await runOpenApiGenerator({
      generator: 'go',
      description,
      out,
      options: {
        packageName: 'colophon',
        enumClassPrefix: 'true',
        // A union is read by its `type`, and members that a later version of the service adds are no error.
        useOneOfDiscriminatorLookup: 'true',
        disallowAdditionalPropertiesIfNotPresent: 'false',
      },
      // As they come they would be int32 and float32, which hold fewer digits than the service does.
      typeMappings: { integer: 'int64', number: 'float64' },
    });
    await writeFile(path.join(out, 'go.mod'), 'module colophon\n\ngo 1.23\n');
    await rm(path.join(out, 'go.sum'), { force: true });
  },
  readme,
  usage: ({ out, url }) => [
    `go mod edit -require colophon@v0.0.0 -replace colophon=${out}`,
    `configuration := colophon.NewConfiguration(); configuration.Servers[0].URL = "${url}"`,
    'page, _, err := colophon.NewAPIClient(configuration).DocumentsAPI.ListDocuments(ctx).FilterTitle("News").Execute()',
  ],
  async check({ out, url, username, password, say }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-go-'));
    try {
      await cp(scenario, folder, { recursive: true });
      await writeFile(
        path.join(folder, 'go.mod'),
        `module scenario\n\ngo 1.23\n\nrequire colophon v0.0.0\n\nreplace colophon => ${JSON.stringify(out)}\n`,
      );
      const env = { COLOPHON_URL: url, COLOPHON_USERNAME: username, COLOPHON_PASSWORD: password, GOFLAGS: '-mod=mod' };
      say('compiling the client');
      const program = path.join(folder, 'scenario');
      await runCommand('go', ['build', '-o', program, '.'], { cwd: folder, env });
      say('running the scenario');
      await runCommand(program, [], { cwd: folder, env });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
