// What a user of the TypeScript client does (scripts/sdk/language.ts). Each `@ts-expect-error` is a proof: it fails to
// compile where the types are too wide.
import {
  Auth,
  ColophonError,
  Countries,
  dataOf,
  Documents,
  Downloads,
  Images,
  includedOf,
  items,
  Objects,
  pages,
  signIn,
  Streams,
  type CountriesAttributes,
  type CountriesCreateAttributes,
  type CountriesResource,
} from 'colophon-sdk';

declare const process: { env: Record<string, string | undefined> };

const env = (name: string): string => process.env[name] ?? '';
const url = env('COLOPHON_URL');
const credentials = { username: env('COLOPHON_USERNAME'), password: env('COLOPHON_PASSWORD') };

function expect(what: string, seen: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${what}: ${left}, not ${right}`);
}

const refusal = async (call: Promise<unknown>): Promise<ColophonError> => {
  const error: unknown = await call.then(() => undefined).catch((thrown: unknown) => thrown);
  if (error instanceof ColophonError) return error;
  throw new Error(`not refused: ${String(error)}`);
};

// Signs in.
const session = await signIn({ url, credentials });
const { meta } = await dataOf(Auth.getAccessToken());
expect('the access token lasts', meta.expires_in > 0, true);

// Creates: the attributes of a run-time type are typed.
const attributes: CountriesCreateAttributes = {
  title: 'Typed',
  status: 'on',
  iso_code: 'TYP',
  population: 7,
  area: 1.5,
};
const created = await dataOf(
  Countries.create({ body: { data: { type: 'countries', attributes: { ...attributes, continent: 'typescript' } } } }),
);
const country: CountriesResource = created.data;
const population: number | null | undefined = country.attributes.population;
expect('what was created', [country.attributes.iso_code, population], ['TYP', 7]);
// @ts-expect-error A country has no such attribute.
void country.attributes.inhabitants;
// @ts-expect-error A population is a number.
void ({ population: 'many' } satisfies Partial<CountriesAttributes>);
// @ts-expect-error The type of a country is `countries`.
void ({ type: 'documents' } satisfies Pick<CountriesResource, 'type'>);
// @ts-expect-error A list has no such parameter.
void (() => Countries.list({ query: { page_length: 5 } }));
// @ts-expect-error A population is compared with a number.
void (() => Countries.list({ query: { 'filter[population][gte]': 'many' } }));
const document = await dataOf(
  Documents.create({ body: { data: { type: 'documents', attributes: { title: 'Typed', status: 'on' } } } }),
);
expect('a new document', document.data.attributes.title, 'Typed');

// Lists with a filter and what is related, which narrows by its type.
const found = await dataOf(
  Countries.list({
    query: { 'filter[continent]': 'Atlantis', 'filter[population][lte]': 2000, include: 'sources', sort: 'iso_code' },
  }),
);
expect(
  'what is filtered',
  found.data.map((one) => one.attributes.iso_code),
  ['C001', 'C002'],
);
const grids: unknown[] = found.data.map((one) => one.attributes.grid);
expect('numbers or texts', grids, ['C001', 2]);
const included = includedOf(found);
const [first] = found.data;
if (!first) throw new Error('the list is empty');
const sources = included.related(first, 'sources');
expect('types of what is included', sources.map(({ type }) => type).sort(), ['documents', 'images']);
for (const source of sources) {
  const type: 'documents' | 'images' = source.type;
  expect('it has a title', [type, typeof source.attributes.title], [source.type, 'string']);
  if (source.type === 'images') expect('an image', source.attributes.title, 'Map of country 1');
  // @ts-expect-error Not every source has a width.
  void source.attributes.width;
}
expect(
  'documents that are included',
  included.related(first, 'sources', 'documents').map(({ attributes: { title } }) => title),
  ['Source of country 1'],
);

// Relationships that are no relations of the model are named too, and lead to what they say.
const withUsers = await dataOf(Countries.list({ query: { include: 'created_by_user,translations', page_size: 1 } }));
const [made] = withUsers.data;
if (!made) throw new Error('the list is empty');
const [author] = includedOf(withUsers).related(made, 'created_by_user');
expect('who made it', author?.attributes.username, credentials.username);
expect('its languages', made.relationships?.translations?.data, []);

// A list of every type narrows by `type`.
const mixed = await dataOf(Objects.list({ query: { 'filter[type]': 'countries', page_size: 1 } }));
for (const one of mixed.data) {
  // @ts-expect-error Not every object has a population.
  void one.attributes.population;
  if (one.type === 'countries') expect('a narrowed object', typeof one.attributes.iso_code, 'string');
}

// Pages through.
const sizes: number[] = [];
const query = { 'filter[continent]': 'Atlantis', page_size: 20, sort: 'iso_code' };
for await (const page of pages(Countries.list({ query }))) sizes.push(page.data.length);
expect('sizes of pages', sizes, [20, 20, 5]);
const codes: unknown[] = [];
for await (const one of items(Countries.list({ query }))) codes.push(one.attributes.iso_code);
expect('items of all pages', [codes.length, codes[0], codes.at(-1)], [45, 'C001', 'C045']);

// Uploads.
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const uploaded = await dataOf(
  Images.upload({
    path: { file_name: 'pixel.png' },
    body: new Blob([pixel]),
    headers: { 'content-type': 'image/png' },
  }),
);
expect('type of what was uploaded', uploaded.data.type, 'images');
const mediaUrl = String(uploaded.data.meta.media_url);
const downloaded = await session.fetch(mediaUrl);
const bytesOf = async (blob: Blob | Response): Promise<number[]> => [...new Uint8Array(await blob.arrayBuffer())];
expect('bytes that come back', await bytesOf(downloaded), [...pixel]);
const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
const stored = await dataOf(Streams.upload({ path: { file_name: 'bytes.bin' }, body: new Blob([bytes]) }));
const back = await dataOf(Downloads.downloadStream({ path: { stream_id: stored.data.id }, parseAs: 'blob' }));
expect('bytes of a stream', await bytesOf(back as Blob), [...bytes]);

// Is told what is wrong.
const missing = await refusal(dataOf(Countries.get({ path: { object_id: '999999' } })));
expect('404', [missing.status, missing.code], [404, 'not_found']);
const unfit = { type: 'countries' as const, attributes: { title: 'Unfit', iso_code: 'UNF', population: 'many' } };
// @ts-expect-error A population is a number.
const refused = await refusal(dataOf(Countries.create({ body: { data: unfit } })));
expect('400', [refused.status, refused.source?.pointer], [400, '/data/attributes/population']);
const { error, response } = await Countries.create({
  // @ts-expect-error A country needs its code.
  body: { data: { type: 'countries', attributes: { title: 'Without a code' } } },
});
expect('400 without throwing', [response?.status, error?.error.code], [400, error?.errors[0]?.code]);

await session.signOut();
expect('signed out', session.tokens, undefined);
