import createClient from 'openapi-fetch';
import { bytes, credentials, expect, expectSameBytes, JSON_API, OCTETS, present, url } from './program.js';
import type { paths } from './schema.js';

const client = createClient<paths>({ baseUrl: url });
const session = await client.POST('/auth', { body: credentials });
client.use({
  onRequest: ({ request }) => {
    request.headers.set('authorization', `Bearer ${session.data?.meta.jwt}`);
  },
});

const found = await client.GET('/countries', { params: { query: { 'filter[iso_code]': 'C001', include: 'sources' } } });
const codes = found.data?.data.map((one) => one.attributes.iso_code);
expect('a list', codes, ['C001']);
expect('what is included', found.data?.included?.map(({ type }) => type).sort(), ['documents', 'images']);

const created = await client.POST('/countries', {
  headers: JSON_API,
  body: { data: { type: 'countries', attributes: { iso_code: 'OT', population: 7 } } },
});
const country = present(created.data, 'the country').data;
expect('a country', country.attributes.population, 7);

const source = found.data?.included?.find(({ type }) => type === 'documents');
const document = present(source, 'the document');
const linked = await client.POST('/countries/{object_id}/relationships/sources', {
  headers: JSON_API,
  params: { path: { object_id: country.id } },
  body: { data: [{ type: 'documents', id: document.id }] },
});
expect('a link', linked.response.ok, true);

const uploaded = await client.POST('/streams/upload/{file_name}', {
  headers: OCTETS,
  params: { path: { file_name: 'bytes.bin' } },
  body: '',
  bodySerializer: () => new Blob([bytes]),
});
const back = await client.GET('/streams/download/{stream_id}', {
  params: { path: { stream_id: present(uploaded.data, 'the upload').data.id } },
  parseAs: 'blob',
});
await expectSameBytes(present(back.data, 'the file') as unknown as Blob);

const absent = await client.GET('/countries/{object_id}', { params: { path: { object_id: 'no-such-country' } } });
expect('an error', absent.error?.error.code, 'not_found');
