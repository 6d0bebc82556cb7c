import { AuthApi, Configuration, CountriesApi, DownloadsApi, ResponseError, StreamsApi } from './index.js';
import { credentials, expect, expectSameBytes, file, present, url } from './program.js';

const session = await new AuthApi(new Configuration({ basePath: url })).signIn({ signInBody: credentials });
const signedIn = new Configuration({ basePath: url, accessToken: session.meta.jwt });
const countries = new CountriesApi(signedIn);

const found = await countries.listCountries({ filterIsoCode: 'C001', include: 'sources' });
const codes = found.data.map((one) => one.attributes.isoCode);
expect('a list', codes, ['C001']);
expect('what is included', found.included?.map(({ type }) => type).sort(), ['documents', 'images']);

const created = await countries.createCountry({
  countriesCreateBody: { data: { type: 'countries', attributes: { isoCode: 'TF', population: 7 } } },
});
expect('a country', created.data.attributes.population, 7);

const source = found.included?.find(({ type }) => type === 'documents');
const document = present(source, 'the document');
await countries.addCountrySources({
  objectId: created.data.id,
  sourcesLinksBody: { data: [{ type: 'documents', id: document.id }] },
});

const uploaded = await new StreamsApi(signedIn).uploadStream({ fileName: 'bytes.bin', body: file });
await expectSameBytes(await new DownloadsApi(signedIn).downloadStream({ streamId: uploaded.data.id }));

const thrown: unknown = await countries.getCountry({ objectId: 'no-such-country' }).catch((error: unknown) => error);
if (!(thrown instanceof ResponseError)) throw new Error('not refused');
const absent = (await thrown.response.json()) as { error: { code: string } };
expect('an error', absent.error.code, 'not_found');
