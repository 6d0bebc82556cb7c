// The TypeScript client, by @hey-api/openapi-ts.
import type { SdkLanguage } from './language.ts';

export const typescript: SdkLanguage = {
  name: 'typescript',
  // Its generator and compiler are packages of this project.
  missing: () => Promise.resolve(undefined),
  async generate({ description, out }) {
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input: description,
      output: { path: out },
      logs: { level: 'silent', file: false },
      plugins: [
        '@hey-api/client-fetch',
        '@hey-api/typescript',
        { name: '@hey-api/sdk', operations: { strategy: 'byTags', containerName: '{{name}}' } },
      ],
    });
  },
  usage: ({ url }) => [
    "import { client } from './client.gen.js';",
    `client.setConfig({ baseUrl: '${url}', auth: accessToken });`,
    'const { data, error } = await Documents.listDocuments({ query: { page_size: 5 } });',
  ],
  async check() {
    return Promise.reject(new Error('has no scenario yet'));
  },
};
