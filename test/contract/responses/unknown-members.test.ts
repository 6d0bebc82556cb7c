// No member of a body is ignored silently (D406, D407): every operation that reads JSON is sent unknown members.
import { describe, expect, it } from 'vitest';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import type { Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { FLAT, type Row } from '../../support/permissions/permission-rows.ts';
import { prepareRequest } from '../../support/clients/prepared-request.ts';
import { errorSources, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '', JWT_TTL: '1d' } });

/** Refused for every body: the streams of an object are changed at their own paths. */
const REFUSED = new Set(['addTypedObjectStreams', 'replaceTypedObjectStreams', 'removeTypedObjectStreams']);

/** The legacy form: bodies in JSON:API are refused as a whole. */
const LEGACY: Record<string, Row> = {
  createObject: {
    at: 'POST /objects',
    who: 'editors',
    needs: ['folder'],
    body: ({ folder }) => ({ data: { object_type: 'document', title: 'Wombat', parents: [folder] } }),
    contentType: FLAT,
  },
};

const reading = (Object.entries(nodeAt(bundle, 'paths')) as [string, Node][]).flatMap(([path, item]) =>
  ['post', 'put', 'patch', 'delete'].flatMap((method) => {
    const operation = nodeAt(item, method);
    const types = Object.keys(nodeAt(operation, 'requestBody', 'content'));
    return types.some((type) => type.includes('json')) ? [{ id: String(operation['operationId']), path, method }] : [];
  }),
);

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const WOMBATS = { wombats: 1 };
const RELATED = { wombats: { data: [] } };

/** Bodies with something unknown, and the pointers to it. */
function unknownIn(path: string, body: Json): [Json, string][] {
  const { data } = body;
  if (path.includes('/relationships/')) {
    const item = { ...((Array.isArray(data) ? data[0] : data) as Json), id: '1', type: 'wombats' };
    const one = Array.isArray(data) ? '/data/0' : '/data';
    const wrap = (meta: Json): Json => ({ data: Array.isArray(data) ? [{ ...item, meta }] : { ...item, meta } });
    const carries = /(?:relation_name\}|children|parents|folder_id\}\/relationships\/parent)$/.test(path);
    return [
      [wrap(WOMBATS), `${one}/meta/wombats`],
      [wrap({ relation: WOMBATS }), `${one}/meta/relation${carries ? '/wombats' : ''}`],
    ];
  }
  if (isJson(data) && (data['type'] !== undefined || data['attributes'] !== undefined)) {
    const isResource = data['type'] !== undefined;
    const members: [Json, string][] = [
      [{ attributes: { ...(data['attributes'] as Json), ...WOMBATS } }, '/data/attributes/wombats'],
      ...(isResource
        ? ([
            [{ relationships: RELATED }, '/data/relationships/wombats'],
            [{ meta: { ...(data['meta'] as Json), ...WOMBATS } }, '/data/meta/wombats'],
          ] as [Json, string][])
        : [[WOMBATS, '/data/wombats'] as [Json, string]]),
    ];
    return members.map(([member, pointer]) => [{ data: { ...data, ...member } }, pointer]);
  }
  const inData: [Json, string][] = isJson(data) ? [[{ data: { ...data, ...WOMBATS } }, '/data/wombats']] : [];
  return [[{ ...body, ...WOMBATS }, '/wombats'], ...inData];
}

describe('a body with an unknown member is refused with its pointer', () => {
  it('covers all operations that read JSON', () => {
    expect(reading.length).toBeGreaterThan(75);
    expect(reading.filter(({ id }) => !(LEGACY[id] ?? TABLE[id])?.body).map(({ id }) => id)).toEqual([]);
  });

  it.each(reading.filter(({ id }) => !REFUSED.has(id)))('$id', async ({ id, path }) => {
    const row = LEGACY[id] ?? (TABLE[id] as Row);
    const prepared = await prepareRequest(test.admin, row);
    for (const [body, pointer] of unknownIn(path, prepared.body as Json)) {
      const answer = await prepared.send(test.admin, { body: JSON.stringify(body) });
      expect({ body, status: answer.status, sources: errorSources(answer) }).toEqual({
        body,
        status: 400,
        sources: expect.arrayContaining([pointer]) as unknown,
      });
    }
  });
});

const isPatchOfResource = ({ id, method }: { id: string; method: string }): boolean =>
  method === 'patch' &&
  isJson((TABLE[id]?.body?.({}) as Json | undefined)?.['data']) &&
  !/Links|Roles|Users|Parent|Object$/.test(id);

describe('the response to a GET', () => {
  const patches = reading.filter(
    (each) =>
      isPatchOfResource(each) &&
      !each.path.includes('/relationships/') &&
      typeof ((TABLE[each.id]?.body?.({}) as { data: Json }).data['type'] ?? undefined) === 'string' &&
      nodeAt(bundle, 'paths', each.path, 'get')['operationId'] !== undefined,
  );

  it('exists for each resource that can be changed', () => {
    expect(patches.length).toBeGreaterThan(15);
  });

  it.each(patches)(
    'is accepted by $id unchanged, with linkage and as an earlier copy, and not with changes',
    async ({ id }) => {
      const prepared = await prepareRequest(test.admin, TABLE[id] as Row);
      const path = prepared.path;
      const read = async (query = ''): Promise<Json> =>
        ((await test.admin.get(path + query)).body as { data: Json }).data;
      const patch = (data: Json) => test.admin.patch(path, { data });
      const copy = await read();
      expect((await patch(copy)).status).toBeLessThan(300);
      if (id === 'restoreTrashedObject') return;
      const names = Object.keys((copy['relationships'] as Json | undefined) ?? {});
      for (const name of names) {
        const included = await test.admin.get(`${path}?include=${name}`);
        if (included.status !== 200) continue;
        const answer = await patch((included.body as { data: Json }).data);
        expect({ name, status: answer.status, text: answer.status < 300 ? '' : answer.text }).toEqual({
          name,
          status: 200,
          text: '',
        });
      }
      const meta = copy['meta'] as Json;
      for (const [name, value] of [
        ['created', '2001-01-01T00:00:00+00:00'],
        ['modified', '2101-01-01T00:00:00+00:00'],
      ] as const) {
        if (!Object.hasOwn(meta, name)) continue;
        const answer = await patch({ ...copy, meta: { ...meta, [name]: value } });
        expect([answer.status, errorSources(answer)]).toEqual([400, [`/data/meta/${name}`]]);
      }
      test.clock.advance(60_000);
      expect((await prepared.send(test.admin)).status).toBeLessThan(300);
      const { attributes: _attributes, ...members } = copy;
      expect((await patch(id === 'updateFolder' ? copy : members)).status).toBeLessThan(300);
    },
  );
});
