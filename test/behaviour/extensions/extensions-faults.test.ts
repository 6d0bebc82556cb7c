// Faulty extensions: the start names the fault and the file, and requests are not affected by code that throws or hangs
// (D312 to D318).
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertDescription } from '../../../core/http/routing/openapi-backend.ts';
import type { Description } from '../../../core/http/routing/operation.ts';
import { readExtensions } from '../../../core/extensions/open-extensions.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-extensions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let made = 0;
/** A folder with these modules. */
async function withModules(modules: Record<string, string>): Promise<string> {
  const place = path.join(folder, String((made += 1)));
  await mkdir(place);
  for (const [name, text] of Object.entries(modules)) await writeFile(path.join(place, name), text);
  return place;
}

/** The first line of the start's message about one module, without the folder. */
async function refusal(modules: Record<string, string>, kept: string[] = []): Promise<string> {
  const place = await withModules(modules);
  const read = readExtensions(
    bundle as typeof bundle & Description,
    { folder: place, required: true, kept },
    assertDescription,
  );
  return read.then(
    () => 'started',
    (error: Error) => error.message.replaceAll(`${place}${path.sep}`, ''),
  );
}

const module = (text: string): Record<string, string> => ({ 'own.mjs': `export default { name: 'own', ${text} };` });
/** One operation, with more of it, and of the document. */
const own = (operation: object, { at = '/things', more = {} } = {}) => {
  const described = {
    operationId: 'listThings',
    tags: ['things'],
    responses: { 200: { description: 'All.' } },
    ...operation,
  };
  const document = { paths: { [at]: { get: described } }, ...more };
  return module(`openapi: ${JSON.stringify(document)}, operations: { listThings: () => ({ status: 200 }) }`);
};

const throwing = (message: string, more = ''): string => `throw Object.assign(new Error(\`${message}\`), { ${more} });`;

describe('a start refuses, naming the file,', () => {
  const cases: [string, Record<string, string>, string | RegExp][] = [
    ['a module that does not load', { 'own.mjs': 'export default {' }, /^own\.mjs: it cannot be loaded: /],
    [
      'a pattern that may take too long',
      own({ parameters: [{ name: 'a', in: 'query', schema: { type: 'string', pattern: '^(a+)+\\1$' } }] }),
      /^own\.mjs: pattern .* has backreferences/,
    ],
    ['a module that throws', { 'own.mjs': 'throw new Error("no key");' }, 'own.mjs: it cannot be loaded: no key'],
    [
      'what a compiler finds',
      { 'own.mjs': throwing('Transform failed:\\n\\n/a/own.ts:2:20: ERROR: Unexpected ";"') },
      'own.mjs: it cannot be loaded: Transform failed: /a/own.ts:2:20: ERROR: Unexpected ";"',
    ],
    [
      'what a compiler lists',
      { 'own.mjs': throwing('Failed:', `errors: [{ text: 'Unexpected ";"', location: { line: 2, column: 20 } }]`) },
      'own.mjs: it cannot be loaded: Error: 2:20: Unexpected ";"',
    ],
    [
      'the project that is not installed',
      { 'own.mjs': throwing("Cannot find package 'colophon' imported from /a/own.ts") },
      /'colophon' imported from \/a\/own\.ts \(install the project where the folder is: npm install \/.+\)$/,
    ],
    ['no default export', { 'own.mjs': 'export const a = 1;' }, /^own\.mjs: it has no default export/],
    ['a bad name', { 'own.mjs': 'export default { name: "Own Code" };' }, /^own\.mjs: its name must match/],
    ['a slip in a member', module('befor: {}'), /^own\.mjs: "befor" is not one of name, openapi/],
    ['an event that is none', module('on: { objects() {} }'), /^own\.mjs: "on" knows publication, object, durable/],
    [
      'a hook that is no function',
      module('before: { signIn: 1 }'),
      'own.mjs: "before" holds a value that is not a function',
    ],
    ['a hook of nothing', module('before: { makeTea() {} }'), /the hook "makeTea": the service has no such operation/],
    [
      'a hook of a path that has a name',
      module("after: { 'POST /roles'() {} }"),
      /it is the operation createRole; name it so/,
    ],
    ['a hook of another path', module("after: { 'PUT /documents'() {} }"), /of the form POST \/documents, PATCH/],
    [
      'a code of the service',
      module("errors: { forbidden: { status: 403, title: 'No' } }"),
      /is an error of the service itself/,
    ],
    [
      'a status that is no refusal',
      module("errors: { odd: { status: 500, title: 'No' } }"),
      /the status of "odd" is one of/,
    ],
    [
      'a remedy that is not a text',
      module("errors: { odd: { status: 409, title: 'No', remedy: 1 } }"),
      'own.mjs: "remedy" of the error "odd" is not a text',
    ],
    ['a description that is not there', module("openapi: './gone.yaml'"), /^own\.mjs: \.\/gone\.yaml cannot be read/],
    ['a path parameter that is not described', own({}, { at: '/things/{id}' }), /its path parameters are none/],
    ['a first segment of the service', own({}, { at: '/admin/things' }), /\/admin is the service's own/],
    ['a path that is there', own({}, { at: '/home' }), 'own.mjs: /home: this path exists already'],
    ['a path without a segment of its own', own({}, { at: '/{thing}' }), /a path begins with a segment of its own/],
    ['an operationId that is there', own({ operationId: 'getHome' }), /the operationId "getHome" exists already/],
    ['a tag of the service', own({ tags: ['objects'] }), /the tag "objects" exists already/],
    ['no answer for success', own({ responses: { 400: { description: 'No.' } } }), /no response for success/],
    ['a fact of the service', own({ 'x-colophon': { access: 'everyone' } }), /"access" is unknown here/],
    ['a scheme that is not there', own({ security: [{ cookie: [] }] }), /"cookie" in security is not one of/],
    [
      'a reference to nowhere',
      own({ responses: { 200: { $ref: '#/components/responses/Nothing' } } }),
      /does not exist/,
    ],
    ['a reference to a file', own({ responses: { 200: { $ref: './a.yaml' } } }), /does not exist; only #\/components/],
    [
      'a schema of the service',
      own({}, { more: { components: { schemas: { Url: {} } } } }),
      /schemas\/Url exists already/,
    ],
    [
      'what is no OpenAPI',
      own({ parameters: [{ name: 'a', in: 'nowhere', schema: {} }] }),
      /its description is not valid/,
    ],
    [
      'a schema that is none',
      own({ parameters: [{ name: 'a', in: 'query', schema: { type: 'text' } }] }),
      /is not valid/,
    ],
    [
      'an operation without a handler',
      own({ operationId: 'listOthers' }),
      /"operations" has no handler for listOthers/,
    ],
    ['an id of shipped types', own({ operationId: 'getDocument' }), /"getDocument" exists already: GET \/documents/],
    [
      'a handler without an operation',
      module('operations: { a() {} }'),
      /has a handler a, which its description does not have/,
    ],
    [
      'two of one name',
      { 'a.mjs': 'export default { name: "own" };', 'b.mjs': 'export default { name: "own" };' },
      'b.mjs: a.mjs has the name "own" already',
    ],
  ];
  it.each(cases)('%s', async (_what, modules, message) => {
    const said = await refusal(modules);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
    expect(said).not.toContain('\n');
  });

  it('a configured folder that does not exist', async () => {
    const gone = path.join(folder, 'gone');
    await expect(openTestService({ env: { EXTENSIONS_DIR: gone } })).rejects.toThrow(
      `EXTENSIONS_DIR: there is no folder ${gone}`,
    );
  });

  it('code in the folder of stored files, also by a link', async () => {
    const kept = await withModules({ 'own.mjs': 'export default { name: "own" };' });
    const link = path.join(folder, 'link');
    await symlink(kept, link);
    const read = (place: string) =>
      readExtensions(
        bundle as typeof bundle & Description,
        { folder: place, required: true, kept: [kept] },
        assertDescription,
      );
    for (const place of [kept, link])
      await expect(read(place)).rejects.toThrow(/where files are stored: code is not loaded/);
  });

  it('but ignores tests, declarations and files that begin with a dot or underscore', async () => {
    const none = 'throw new Error("loaded");';
    expect(await refusal({ 'a.test.ts': none, 'b.d.ts': none, '_c.mjs': none, '.d.mjs': none, 'e.json': '{' })).toBe(
      'started',
    );
  });
});

describe('at run time', () => {
  let test: TestService;
  beforeAll(async () => {
    const text = `
      const sleep = () => new Promise(() => {});
      const does = { throws: () => { throw new TypeError('broken'); }, hangs: sleep, odd: () => ({ status: 202 }), none: () => 'x' };
      export const seen = [];
      globalThis.ownSeen = seen;
      export default {
        name: 'faulty',
        openapi: './faulty.yaml',
        operations: { getFault: ({ params }) => does[params.fault]() },
        before: {
          'POST /documents': ({ body }) => {
            const { title } = body.data.attributes;
            body.data.attributes.title = 'changed in place';
            if (title === 'invalid') return { body: { data: { type: 5 } } };
            if (title === 'strange') return 'another';
            if (title === 'operator') return { body: { data: { type: 'documents', attributes: { $gt: 1 } } } };
            return does[title]?.();
          },
        },
        after: { createTypedObject: ({ answer, body }) => {
          seen.push(['answer', answer.status, answer.body.data.attributes.title, body.data.attributes.title]);
          throw new Error('after broken');
        } },
        on: { object: (event) => { seen.push(['object', event.event, event.object_type, event.user_id, event.changed.includes('title')]); } },
      };`;
    const yaml = `
paths:
  /faults/{fault}:
    get:
      operationId: getFault
      tags: [faults]
      security: [{}, { bearer: [] }]
      parameters: [{ name: fault, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: Nothing. } }
`;
    const place = await withModules({ 'faulty.mjs': text, 'faulty.yaml': yaml });
    test = await openTestService({ env: { EXTENSIONS_DIR: place, EXTENSION_TIMEOUT: '1s' } });
  });
  afterAll(() => test.close());

  const seen = (): unknown[] => (globalThis as unknown as { ownSeen: unknown[] }).ownSeen;
  const sendTo = (method: 'get' | 'post', at: string, body?: object) => {
    const request = supertest(test.service.app)[method](at).set('Host', 'localhost');
    const signed = request.set('Authorization', `Bearer ${test.admin.token}`);
    return body ? signed.set('Content-Type', 'application/vnd.api+json').send(JSON.stringify(body)) : signed;
  };
  const logged = (): { msg: string; extension?: string }[] =>
    test.loggedErrors.map((line) => JSON.parse(line) as { msg: string; extension?: string });
  const create = (title: string) =>
    sendTo('post', '/documents', { data: { type: 'documents', attributes: { title } } });

  it.each([
    ['throws', 'getFault failed'],
    ['hangs', 'getFault failed'],
    ['odd', /^getFault answered with 202, its description has .*204/],
    ['none', /^getFault answered with nothing/],
  ])('an operation of a project that fails (%s) is 500, and the log names the extension', async (fault, message) => {
    test.loggedErrors.length = 0;
    const response = await sendTo('get', `/faults/${fault}`);
    expect(response.status).toBe(500);
    expect(response.text).toContain('"code":"internal_error"');
    expect(response.text).not.toMatch(/broken|EXTENSION/);
    expect(logged()).toContainEqual(
      expect.objectContaining({ extension: 'faulty', msg: expect.stringMatching(message) as string }),
    );
  });

  it.each(['throws', 'hangs', 'invalid', 'strange', 'operator'])(
    'a before that fails (%s) is 500, and nothing is written',
    async (title) => {
      test.loggedErrors.length = 0;
      const count = () => test.service.services.store.documents('documents').countDocuments();
      const before = await count();
      expect((await create(title)).status).toBe(500);
      expect(await count()).toBe(before);
      expect(
        logged().some(({ extension, msg }) => extension === 'faulty' && msg.startsWith('before POST /documents')),
      ).toBe(true);
    },
  );

  it('an after that throws changes nothing, and sees the sent body; changes in place have no effect', async () => {
    seen().length = 0;
    const made = await create('Sound');
    expect([made.status, JSON.parse(made.text).data.attributes.title]).toEqual([201, 'Sound']);
    await expect.poll(seen).toContainEqual(['answer', 201, 'Sound', 'Sound']);
    await expect.poll(() => logged().map(({ msg }) => msg)).toContain('after createTypedObject failed');
  });

  it('events of objects are sent for every kind of write, in order', async () => {
    seen().length = 0;
    const { id } = await test.editor.create('/events', { title: 'First' });
    const objects = { events: [id] };
    await test.editor.post('/bulk/edit', { data: { attributes: { title: 'Second' }, objects } });
    await test.editor.delete(`/events/${id}`);
    await test.editor.patch(`/trash/${id}`, { data: { id, type: 'objects' } });
    await test.editor.delete(`/objects?ids=${id}`);
    await test.editor.delete(`/trash/${id}`);
    const eventsOfObjects = () => (seen() as string[][]).filter(([kind]) => kind === 'object');
    const events = () => eventsOfObjects().map(([, event]) => event);
    await expect.poll(events).toEqual(['created', 'updated', 'deleted', 'restored', 'deleted', 'removed']);
    expect(seen()).toContainEqual(['object', 'updated', 'events', expect.any(Number), true]);
  });

  it('a refused write sends no event', async () => {
    seen().length = 0;
    const refused = { data: { type: 'events', attributes: { status: 'odd' } } };
    expect((await test.editor.post('/events', refused)).status).toBe(400);
    await test.editor.create('/events', { title: 'Next' });
    await expect.poll(() => seen().length).toBe(2);
  });
});

describe('a path of a project', () => {
  it('that is the name of a type of the project is refused', async () => {
    const first = await openTestService();
    await first.admin.create('/model/object_types', { name: 'things', singular: 'thing' });
    const env = { EXTENSIONS_DIR: await withModules(own({})) };
    const again = openTestService({ env, beside: first });
    await expect(again).rejects.toThrow(/own\.mjs: \/things: there is an object type "things"/);
    await first.close();
  });
});
