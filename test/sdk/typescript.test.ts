// The TypeScript client from the user's view: made from a running service, compiled in the strictest settings, run.
// Only some types are requested, since making all of them takes long; `npm run sdk:check` does that.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSdk } from '../../scripts/sdk/make-sdk.ts';
import { addSampleProject } from '../../scripts/sdk/world/sample-project.ts';
import { runScenario, typescript } from '../../scripts/sdk/typescript.ts';
import { openListeningService, type ListeningService } from '../support/clients/listening-service.ts';
import { PASSWORD } from '../support/service.ts';

let listening: ListeningService;
let folder: string;
const say = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-typescript-sdk-'));
  const extensions = path.join(folder, 'extensions');
  await mkdir(extensions);
  await writeFile(path.join(extensions, 'words.mjs'), ownOperations);
  listening = await openListeningService({ env: { EXTENSIONS_DIR: extensions } });
  await addSampleProject({ url: listening.url, ...account });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listening.close();
});

const account = { username: 'admin', password: PASSWORD };

interface Made {
  out: string;
  url: string;
  username: string;
  password: string;
}

async function make(tags: string[], name?: string): Promise<Made> {
  const out = path.join(folder, 'sdk');
  await makeSdk({ language: typescript, url: listening.url, out, name, tags, say });
  return { out, url: listening.url, ...account };
}

describe('the TypeScript client', () => {
  let made: Made;
  // One for the tests that follow, since to make it takes most of their time.
  beforeAll(async () => {
    const shipped = ['auth', 'documents', 'downloads', 'images', 'objects', 'streams'];
    made = await make([...shipped, 'countries', 'class', 'documents_attributes', 'sea_lion', 'sealion', 'Città']);
  });

  it('signs in, creates, lists, pages, uploads and reports errors, with narrow types', async () => {
    await expect(typescript.check({ ...made, env: {}, say })).resolves.toBeUndefined();
    expect(await readFile(path.join(made.out, 'README.md'), 'utf8')).toContain('watched(new Blob(');
    // What it has read is not sent again.
    expect((await listening.test.admin.get('/metrics')).text).toMatch(/operation="listTypedObjects"[^}]*status="304"/);
    // It can be published, in the version of the service.
    const { info } = (await listening.test.admin.get('/openapi.json')).body as { info: { version: string } };
    const manifest = JSON.parse(await readFile(path.join(made.out, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      version: info.version,
      files: ['dist'],
      description: expect.any(String) as string,
    });
    expect(manifest).not.toHaveProperty('private');
  });

  it('has a separate class for a type whose name equals another class or a reserved word', async () => {
    const scenario = path.join(folder, 'unlucky.ts');
    await writeFile(scenario, unluckyScenario);
    await runScenario({ scenario, ...made, say });
    for (const type of ['class', 'documents_attributes', 'sea_lion', 'sealion'])
      expect((await listening.test.admin.get(`/${type}`)).body).toMatchObject({
        data: [{ attributes: { title: type } }],
      });
  });

  it("has the operations of a project's own code, with their types and errors, under tags of any language", async () => {
    const scenario = path.join(folder, 'words.ts');
    await writeFile(scenario, wordsScenario);
    await runScenario({ scenario, ...made, say });
    expect(listening.requests.filter((request) => request.endsWith(' /words'))).toEqual(['GET /words', 'POST /words']);
  });

  it('has a separate class for a type that is added later', async () => {
    const type = { name: 'rivers', singular: 'river' };
    await listening.test.admin.create('/model/object_types', type);
    const property = { name: 'length_km', property_type_name: 'integer', object_type_name: 'rivers' };
    await listening.test.admin.create('/model/properties', property);
    const named = await make(['rivers'], '@acme/content');
    expect(await readFile(path.join(named.out, 'package.json'), 'utf8')).toContain('"name": "@acme/content"');
    const about = await readFile(path.join(named.out, 'README.md'), 'utf8');
    expect([about.includes("from '@acme/content'"), about.includes('colophon-sdk')]).toEqual([true, false]);
    const rivers = await make(['rivers']);
    expect(await readFile(path.join(rivers.out, 'README.md'), 'utf8')).toContain('items(Rivers.list())');
    expect(await readFile(path.join(rivers.out, 'src/sdk.gen.ts'), 'utf8')).not.toContain('class Documents');
    const scenario = path.join(folder, 'rivers.ts');
    await writeFile(scenario, riverScenario);
    await runScenario({ scenario, ...rivers, say });
    expect((await listening.test.admin.get('/rivers')).body).toMatchObject({
      data: [{ attributes: { title: 'Arno', length_km: 241 } }],
    });
  });
});

/** An extension, with a tag that is not ASCII. */
const ownOperations = `
const schema = (name) => ({ schema: { $ref: '#/components/schemas/' + name } });
const content = (name) => ({ 'application/vnd.api+json': schema(name) });
const word = (text) => ({ type: 'words', id: text.toLowerCase(), attributes: { text, length: text.length } });
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const type = { type: 'string', enum: ['words'] };
const attributes = object({ text: { type: 'string' }, length: { type: 'integer' } });
export default {
  name: 'words',
  errors: { word_known: { status: 409, title: 'The word is known' } },
  openapi: {
    tags: [{ name: 'Città', description: 'Words of the city.' }],
    paths: {
      '/words': {
        get: {
          operationId: 'listWords',
          tags: ['Città'],
          parameters: [{ name: 'lang', in: 'query', schema: { type: 'string', enum: ['en', 'it'] } }],
          responses: { 200: { description: 'Words.', content: content('WordsListResponse') } },
        },
        post: {
          operationId: 'createWord',
          tags: ['Città'],
          requestBody: { required: true, content: content('WordsCreateBody') },
          responses: { 201: { description: 'The word.', content: content('WordsResponse') } },
        },
      },
    },
    components: {
      schemas: {
        WordsAttributes: attributes,
        WordsResource: object({ type, id: { type: 'string' }, attributes: { $ref: '#/components/schemas/WordsAttributes' } }),
        WordsResponse: object({ data: { $ref: '#/components/schemas/WordsResource' } }),
        WordsListResponse: object({ data: { type: 'array', items: { $ref: '#/components/schemas/WordsResource' } } }),
        WordsCreateBody: object({ data: object({ type, attributes: object({ text: { type: 'string' } }) }) }),
      },
    },
  },
  operations: {
    listWords: () => ({ status: 200, body: { data: [word('Piazza')] } }),
    createWord: ({ body }, { refuse }) => {
      throw refuse('word_known', { detail: body.data.attributes.text, source: { pointer: '/data/attributes/text' } });
    },
  },
};
`;

const connecting = `
declare const process: { env: Record<string, string | undefined> };
const { COLOPHON_URL: url = '', COLOPHON_USERNAME: username = '', COLOPHON_PASSWORD: password = '' } = process.env as {
  [name in 'COLOPHON_URL' | 'COLOPHON_USERNAME' | 'COLOPHON_PASSWORD']?: string;
};
await signIn({ url, credentials: { username, password } });
`;

const wordsScenario = `
import { Citta, ColophonError, dataOf, signIn, type WordsAttributes } from 'colophon-sdk';

${connecting}// @ts-expect-error It is a language of these two.
void (() => Citta.listWords({ query: { lang: 'xx' } }));
// @ts-expect-error A text is needed.
void (() => Citta.createWord({ body: { data: { type: 'words', attributes: {} } } }));
const { data } = await dataOf(Citta.listWords());
const [first] = data;
const attributes: WordsAttributes | undefined = first?.attributes;
const length: number | undefined = attributes?.length;
if (first?.type !== 'words' || length !== 6) throw new Error('it is another word');
const body = { data: { type: 'words', attributes: { text: 'Piazza' } } } as const;
const refused: unknown = await dataOf(Citta.createWord({ body })).catch((error: unknown) => error);
if (!(refused instanceof ColophonError)) throw new Error('it is not refused');
if (refused.code !== 'word_known' || refused.source?.pointer !== '/data/attributes/text') throw refused;
`;

const unluckyScenario = `
import { Class, DocumentsAttributes2, SeaLion, Sealion2, dataOf, signIn } from 'colophon-sdk';
import type { ClassAttributes, DocumentsAttributes } from 'colophon-sdk';
${connecting}
const attributes: ClassAttributes = { title: 'class', object: { depth: 7 } };
void ({ title: 'A document' } satisfies DocumentsAttributes);
// @ts-expect-error Its objects have no such member.
void ({ object: { height: 7 } } satisfies ClassAttributes);
const made = [
  await dataOf(Class.create({ body: { data: { type: 'class', attributes } } })),
  await dataOf(
    DocumentsAttributes2.create({ body: { data: { type: 'documents_attributes', attributes: { title: 'documents_attributes' } } } }),
  ),
  await dataOf(SeaLion.create({ body: { data: { type: 'sea_lion', attributes: { title: 'sea_lion' } } } })),
  await dataOf(Sealion2.create({ body: { data: { type: 'sealion', attributes: { title: 'sealion' } } } })),
];
const types: ('class' | 'documents_attributes' | 'sea_lion' | 'sealion')[] = made.map(({ data }) => data.type);
if (types.join() !== 'class,documents_attributes,sea_lion,sealion') throw new Error('a type is another');
`;

/** `@ts-expect-error` fails to compile where the next line would compile. */
const riverScenario = `
import { dataOf, Rivers, signIn, type RiversAttributes } from 'colophon-sdk';
${connecting}const attributes: RiversAttributes = { title: 'Arno', length_km: 241 };
// @ts-expect-error A river has no such attribute.
void ({ title: 'Arno', depth_km: 1 } satisfies RiversAttributes);
// @ts-expect-error Its length is a number.
void ({ length_km: 'long' } satisfies RiversAttributes);
const { data } = await dataOf(Rivers.create({ body: { data: { type: 'rivers', attributes } } }));
const type: 'rivers' = data.type;
if (type !== 'rivers') throw new Error('its type is another');
`;
