// The schema in responses that show streams (service.md 4.6, D25, D245).
import { afterAll, beforeAll, expect, it } from 'vitest';
import example from '../../../openapi/examples/getStream.response.json' with { type: 'json' };
import { dataOf, openStreamWorld, type StreamWorld } from '../../support/files/stream-world.ts';
import { uploadStream } from '../../support/files/uploads.ts';

let test: StreamWorld;
beforeAll(async () => {
  test = await openStreamWorld();
});
afterAll(() => test.close());

const UNKNOWN = '019e2005-5c1e-7d30-9a51-2f6b8f0c4a11';

it('responses with streams name their schema, and those with media objects that of the type too (D25)', async () => {
  const { revision } = (await test.anonymous.get('/model/schema/streams')).body as { revision: string };
  const streams = { $id: 'http://localhost/model/schema/streams', revision };
  expect(JSON.stringify(example)).toContain(`"revision":"${revision}"`);
  const schemaOf = ({ body }: { body: unknown }) => (body as { meta?: { schema?: object } }).meta?.schema;
  const made = await uploadStream(test.editor, 'named.txt', 'Named');
  const { id } = dataOf(made);
  const answers = [
    made,
    await test.editor.get(`/streams/${id}`),
    await test.editor.get('/streams'),
    await test.editor.request('post', `/streams/clone/${id}`),
  ];
  for (const answer of answers) expect(schemaOf(answer)).toEqual({ streams });
  expect(answers[1]?.headers['etag']).toBe(made.headers['etag']);
  expect(schemaOf(await test.editor.get(`/streams?id=${UNKNOWN}`))).toBeUndefined();

  const { file, stream } = await test.putFile(test.editor);
  const files = { $id: 'http://localhost/model/schema/files', revision: expect.any(String) as string };
  const both = [`/streams/${stream.id}?include=object`, `/streams/${stream.id}/object`, `/files/${file.id}`, '/files'];
  for (const path of both) expect([path, schemaOf(await test.editor.get(path))]).toEqual([path, { files, streams }]);
  expect(schemaOf(await test.editor.get(`/files/${file.id}/streams`))).toEqual({ streams });
  const empty = await test.editor.create('/files', { title: 'Empty' });
  expect(schemaOf(await test.editor.get(`/files/${empty.id}`))).toEqual({ files });
});
