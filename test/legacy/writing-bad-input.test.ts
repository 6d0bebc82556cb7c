// Bad input of POST /objects in the legacy envelope, and the existing methods (D567).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGACY, openLegacyWorld, type LegacyWorld } from '../support/writes/legacy.ts';

let world: LegacyWorld;
beforeAll(async () => {
  world = await openLegacyWorld();
});
afterAll(() => world.test.close());

const rows = (): Promise<number> => world.test.service.services.store.objects.countDocuments({});

describe('bad input is 400', () => {
  const bodies: [string, string][] = [
    ['no JSON', '{"data":'],
    ['no data', '{}'],
    ['data that is a list', '{"data":[]}'],
    ['data that is null', '{"data":null}'],
    ['a list for a body', '[]'],
    ['a text for a body', '"data"'],
    ['an operator', '{"data":{"object_type":"document","parents":[{"$gt":0}]}}'],
    ['an operator as a relation', '{"data":{"object_type":"document","relations":{"$where":[]}}}'],
    ['a prototype', '{"data":{"__proto__":{"object_type":"document"}}}'],
    ['a prototype as a property', '{"data":{"object_type":"document","custom_properties":{"__proto__":1}}}'],
    ['constructor as a relation', '{"data":{"object_type":"document","relations":{"constructor":[{"related_id":1}]}}}'],
    ['half a character', '{"data":{"object_type":"document","title":"\\ud800"}}'],
    ['too deep a field', `{"data":{"object_type":"document","huh":${'['.repeat(40)}${']'.repeat(40)}}}`],
    ['too many parents', JSON.stringify({ data: { object_type: 'document', parents: Array(101).fill(1) } })],
    [
      'too many links',
      JSON.stringify({
        data: { object_type: 'document', relations: { see_also: Array(1001).fill({ related_id: 1 }) } },
      }),
    ],
    ['too large an id', '{"data":{"object_type":"document","parents":[1e300]}}'],
    ['half an id', '{"data":{"object_type":"document","parents":[1.5]}}'],
  ];

  it.each(bodies)('%s', async (_what, body) => {
    const before = await rows();
    const { status } = await world.test.editor.request('post', '/objects', (request) => request.set(LEGACY).send(body));
    expect([status, await rows()]).toEqual([400, before]);
  });

  it('another encoding', async () => {
    const send = (type: string, bytes: Buffer) =>
      world.test.editor.request('post', '/objects', (request) =>
        request
          .set('Content-Type', type)
          .serialize((value) => value as string)
          .send(bytes),
      );
    const latin = Buffer.from('{"data":{"title":"\u00e9"}}', 'latin1');
    expect((await send('application/json', latin)).status).toBe(400);
    expect((await send('application/json; charset=latin1', latin)).status).toBe(415);
  });

  it('a query', async () => {
    const data = { object_type: 'document', parents: [world.publicationId] };
    expect((await world.send('post', '/objects?lang=ita', data)).status).toBe(400);
  });
});

describe('the methods', () => {
  it.each([
    ['put', '/objects'],
    ['post', '/objects/1'],
    ['put', '/objects/1'],
    ['delete', '/objects'],
  ] as const)('%s %s is 405', async (method, path) => {
    const response = await world.test.editor.request(method, path, (request) => request.set(LEGACY));
    expect(response.status).toBe(405);
    expect(response.headers['allow']).not.toContain(method.toUpperCase());
  });
});
