import { Api, ContentType, type ErrorResponse, type HttpResponse } from './api.js';
import { bytes, credentials, expect, expectSameBytes, OCTETS, present, url } from './program.js';

const api = new Api<string>({
  baseUrl: url,
  baseApiParams: { format: 'json' },
  securityWorker: (token) => (token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
});
const session = await api.auth.signIn(credentials, { type: ContentType.Json });
api.setSecurityData(session.data.meta.jwt);

const found = await api.countries.listCountries({ 'filter[iso_code]': 'C001', include: 'sources' });
const codes = found.data.data.map((one) => one.attributes.iso_code);
expect('a list', codes, ['C001']);
expect('what is included', found.data.included?.map(({ type }) => type).sort(), ['documents', 'images']);

const created = await api.countries.createCountry(
  { data: { type: 'countries', attributes: { iso_code: 'ST', population: 7 } } },
  { type: ContentType.JsonApi },
);
expect('a country', created.data.data.attributes.population, 7);

const source = found.data.included?.find(({ type }) => type === 'documents');
const document = present(source, 'the document');
const linked = await api.countries.addCountrySources(
  created.data.data.id,
  { data: [{ type: 'documents', id: document.id }] },
  { type: ContentType.JsonApi },
);
expect('a link', linked.ok, true);

const absent = await api.countries
  .getCountry('no-such-country')
  .catch((thrown: HttpResponse<unknown, ErrorResponse>) => thrown);
expect('an error', absent.error?.error.code, 'not_found');

const uploaded = await api.streams.uploadStream('bytes.bin', new File([bytes], 'bytes.bin'), {}, { headers: OCTETS });
const back = await api.streams.downloadStream(uploaded.data.data.id, {}, { format: 'blob' });
await expectSameBytes(back.data);
