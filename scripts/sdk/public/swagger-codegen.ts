// Swagger Codegen as it comes: two of its clients.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { missingJar, runJar, type MavenJar } from '../maven-jar.ts';
import { compileTypeScript } from './npm-generators.ts';
import type { PublicGenerator } from './public-generator.ts';

const version = '3.0.61';
const jar: MavenJar = {
  group: 'io.swagger.codegen.v3',
  artifact: 'swagger-codegen-cli',
  version,
  folder: `swagger-codegen-${version}`,
};

interface Client {
  language: string;
  /** What it generates and nobody compiles: tests with the examples as they are. */
  ignored?: string;
  compiles?: PublicGenerator['steps']['compiles'];
  fault: PublicGenerator['fault'];
}

const client = ({ language, ignored = '', compiles, fault }: Client): PublicGenerator => ({
  name: `swagger-codegen ${version}: ${language}`,
  fault,
  missing: (say) => missingJar(jar, say),
  steps: {
    'takes it': async ({ description, out }) => {
      await writeFile(path.join(out, '.swagger-codegen-ignore'), ignored);
      const output = await runJar(jar, ['generate', '-l', language, '-i', description, '-o', out]);
      // It ends with 0 all the same.
      const exception = /^Exception in thread.*/m.exec(output);
      if (exception) throw new Error(exception[0]);
    },
    compiles,
  },
});

export const swaggerCodegen: readonly PublicGenerator[] = [
  client({
    language: 'typescript-fetch',
    ignored: 'api_test.spec.ts\n',
    compiles: compileTypeScript(),
    fault: {
      step: 'compiles',
      construct: 'objects with any keys: their interface `extends null<String, …>`',
      issue: 'https://github.com/swagger-api/swagger-codegen/issues/4839',
    },
  }),
  client({
    language: 'typescript-axios',
    fault: {
      step: 'takes it',
      construct: 'objects with any keys: it ends with an exception',
      issue: 'https://github.com/swagger-api/swagger-codegen/issues/12401',
    },
  }),
];
