import {
  addCountrySources,
  createCountry,
  downloadStream,
  getCountry,
  listCountries,
  signIn,
  uploadStream,
} from './api.js';
import { credentials, expect, expectSameBytes, file, present } from './program.js';

const session = await signIn(credentials);
if (session.status !== 200) throw new Error('not signed in');
const signedIn = { headers: { authorization: `Bearer ${session.data.meta.jwt}` } };

const found = await listCountries({ 'filter[iso_code]': 'C001', include: 'sources' }, signedIn);
if (found.status !== 200) throw new Error('no list');
const codes = found.data.data.map((one) => one.attributes.iso_code);
expect('a list', codes, ['C001']);
expect('what is included', found.data.included?.map(({ type }) => type).sort(), ['documents', 'images']);

const created = await createCountry(
  { data: { type: 'countries', attributes: { iso_code: 'OR', population: 7 } } },
  signedIn,
);
if (created.status !== 201) throw new Error('not created');
expect('a country', created.data.data.attributes.population, 7);

const source = found.data.included?.find(({ type }) => type === 'documents');
const document = present(source, 'the document');
const linked = await addCountrySources(
  created.data.data.id,
  { data: [{ type: 'documents', id: document.id }] },
  signedIn,
);
expect('a link', linked.status, 200);

const uploaded = await uploadStream('bytes.bin', file, {}, signedIn);
if (uploaded.status !== 201) throw new Error('not uploaded');
const back = await downloadStream(uploaded.data.data.id, {}, signedIn);
if (back.status !== 200) throw new Error('not downloaded');
await expectSameBytes(back.data);

const absent = await getCountry('no-such-country', {}, signedIn);
expect('an error', absent.status === 200 || absent.status === 304 || absent.data.error.code, 'not_found');
