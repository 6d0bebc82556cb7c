// The project of every scenario: a type `countries` that was added at run time, a relation of it to objects of two types, and
// enough countries for several pages. Made through the API.

const JSON_API = 'application/vnd.api+json';

/**
 * Types with difficult names: a word of most languages, the name of a class of another type, and two that differ in an
 * underscore only. Singulars have a suffix.
 */
const unluckyTypes = ['class', 'documents_attributes', 'sea_lion', 'sealion'];

/** Objects of `countries` with `continent: "Atlantis"`, `C001` to `C045` by their `iso_code`; a page has 20. */
const sampleCountries = 45;

export interface Project {
  /** Of the service, without trailing slash. */
  url: string;
  username: string;
  password: string;
}

interface Resource {
  id: string;
}

/** Sends `data` and returns that of the response; without data it reads. */
type Send = (path: string, data?: unknown) => Promise<Resource>;

/**
 * Adds the type with its properties `iso_code` (required), `population`, `area`, `continent`, `grid` (a number or a text), the
 * relation `sources` to documents and images (its inverse: `source_of`), and objects: country `C001` has one document and one
 * image as sources.
 * In addition, `unluckyTypes`; the first has a property `object` whose values are objects.
 * @throws Error with the response when the service refuses a request
 */
export async function addSampleProject(project: Project): Promise<void> {
  const send = await signIn(project);
  const type = { type: 'object_types', attributes: { name: 'countries', singular: 'country' } };
  await send('/model/object_types', type);
  const params = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  await send('/model/property_types', { type: 'property_types', attributes: { name: 'number_or_text', params } });
  const properties = [
    ['iso_code', 'string', false],
    ['population', 'integer', true],
    ['area', 'number', true],
    ['continent', 'string', true],
    ['grid', 'number_or_text', true],
  ] as const;
  for (const [name, property_type_name, is_nullable] of properties) {
    const attributes = { name, property_type_name, is_nullable, object_type_name: 'countries' };
    await send('/model/properties', { type: 'properties', attributes });
  }
  await addRelation(send, { left: 'countries', right: ['documents', 'images'] });
  await addUnluckyTypes(send);
  await addCountries(send);
}

async function addUnluckyTypes(send: Send): Promise<void> {
  for (const name of unluckyTypes)
    await send('/model/object_types', { type: 'object_types', attributes: { name, singular: `${name}_one` } });
  const params = { type: 'object', title: 'Class', properties: { depth: { type: 'integer' } } };
  await send('/model/property_types', { type: 'property_types', attributes: { name: 'seas', params } });
  const attributes = { name: 'object', property_type_name: 'seas', object_type_name: unluckyTypes[0] };
  await send('/model/properties', { type: 'properties', attributes });
}

async function addRelation(send: Send, { left, right }: { left: string; right: readonly string[] }): Promise<void> {
  const attributes = { name: 'sources', inverse_name: 'source_of', label: 'Sources', inverse_label: 'Source of' };
  const { id } = await send('/model/relations', { type: 'relations', attributes });
  const linkage = async (names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => ({ type: 'object_types', id: (await send(`/model/object_types/${name}`)).id })),
    );
  await send(`/model/relations/${id}/relationships/left_object_types`, await linkage([left]));
  await send(`/model/relations/${id}/relationships/right_object_types`, await linkage(right));
}

async function addCountries(send: Send): Promise<void> {
  const ids: string[] = [];
  for (let number = 1; number <= sampleCountries; number++) {
    const code = `C${String(number).padStart(3, '0')}`;
    const attributes = {
      title: `Country ${number}`,
      status: 'on',
      iso_code: code,
      population: number * 1000,
      area: number + 0.5,
      continent: 'Atlantis',
      grid: number % 2 === 0 ? number : code,
    };
    ids.push((await send('/countries', { type: 'countries', attributes })).id);
  }
  const document = await send('/documents', {
    type: 'documents',
    attributes: { title: 'Source of country 1', status: 'on' },
  });
  const image = await send('/images', { type: 'images', attributes: { title: 'Map of country 1', status: 'on' } });
  await send(`/countries/${ids[0]}/relationships/sources`, [
    { type: 'documents', id: document.id },
    { type: 'images', id: image.id },
  ]);
}

async function signIn({ url, username, password }: Project): Promise<Send> {
  const headers = new Headers({ accept: JSON_API, 'content-type': JSON_API });
  const send = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  // Flat JSON (D57).
  headers.set('content-type', 'application/json');
  const { meta } = (await send('/auth', { username, password })) as { meta: { jwt: string } };
  headers.set('content-type', JSON_API);
  headers.set('authorization', `Bearer ${meta.jwt}`);
  return async (path, data) => {
    const answer = (await send(path, data === undefined ? undefined : { data })) as { data?: Resource } | undefined;
    return answer?.data ?? { id: '' };
  };
}
