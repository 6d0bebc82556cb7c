import { client } from './generated/client.gen.js';
import {
  addCountrySources,
  createCountry,
  downloadStream,
  getCountry,
  listCountries,
  signIn,
  uploadStream,
} from './generated/sdk.gen.js';
import { credentials, expect, expectSameBytes, file, present, url } from './program.js';

client.setConfig({ baseUrl: url });
const session = await signIn({ body: credentials });
// The other scheme is the key of an application.
client.setConfig({ auth: ({ type }) => (type === 'http' ? session.data?.meta.jwt : undefined) });

const found = await listCountries({ query: { 'filter[iso_code]': 'C001', include: 'sources' } });
const codes = found.data?.data.map((one) => one.attributes.iso_code);
expect('a list', codes, ['C001']);
expect('what is included', found.data?.included?.map(({ type }) => type).sort(), ['documents', 'images']);

const created = await createCountry({
  body: { data: { type: 'countries', attributes: { iso_code: 'HA', population: 7 } } },
});
const country = present(created.data, 'the country').data;
expect('a country', country.attributes.population, 7);

const source = found.data?.included?.find(({ type }) => type === 'documents');
const document = present(source, 'the document');
const linked = await addCountrySources({
  path: { object_id: country.id },
  body: { data: [{ type: 'documents', id: document.id }] },
});
expect('a link', linked.error, undefined);

const uploaded = await uploadStream({ path: { file_name: 'bytes.bin' }, body: file });
const back = await downloadStream({
  path: { stream_id: present(uploaded.data, 'the upload').data.id },
  parseAs: 'blob',
});
await expectSameBytes(present(back.data, 'the file'));

const absent = await getCountry({ path: { object_id: 'no-such-country' } });
expect('an error', absent.error?.error.code, 'not_found');
