// The stage that gives each country its flag: an image with a file, as its poster.
import { answerOf, type DemoClient } from './connection.ts';
import { COUNTRIES } from './model.ts';
import { drawFlag } from './flag-pictures.ts';
import { createObject, linkedIds, readObjects, updateObject } from './objects.ts';
import type { Found, Stage } from './stage.ts';
import { countries as world, type Country } from './world.ts';

interface Flag {
  uname: string;
  title: string;
  status: 'on';
  /** The image has a file. */
  has_file: true;
  /** It is the poster of its country. */
  is_poster: true;
}

const wantedOf = ({ cca3, name }: Country): Flag => ({
  uname: `flag-${cca3.toLowerCase()}`,
  title: `Flag of ${name.common}`,
  status: 'on',
  has_file: true,
  is_poster: true,
});

/** Countries by the uname of their flag. */
export const byUname: ReadonlyMap<string, Country> = new Map(
  world.map((country) => [wantedOf(country).uname, country]),
);

export const flagStage = (client: DemoClient, countries: readonly Country[]): Stage<Flag> => ({
  name: 'flags',
  size: countries.length,
  inFlight: 4,
  async open() {
    const posters = await readPosters(client);
    const images = await readImages(client, posters);
    /** Writes the parts that are not attributes of the image. */
    async function complete(id: string, uname: string, missing: { has_file?: true; is_poster?: true }): Promise<void> {
      const country = byUname.get(uname);
      if (!country) return;
      if (missing.has_file) await upload(client, id, country);
      if (missing.is_poster) await relate(client, id, posters.get(country.cca3)?.id ?? '');
    }
    return {
      wanted: countries.map(wantedOf),
      nameOf: ({ uname }) => `"${uname}"`,
      find: ({ uname }) => images.get(uname),
      async create({ has_file, is_poster, ...attributes }) {
        const { data } = await createObject(client, 'images', attributes);
        await complete(data.id, attributes.uname, { has_file, is_poster });
      },
      async update(id, { has_file, is_poster, ...attributes }) {
        if (Object.keys(attributes).length > 0) await updateObject(client, { type: 'images', id }, attributes);
        const uname = [...images].find(([, image]) => image.id === id)?.[0] ?? '';
        await complete(id, uname, { ...(has_file && { has_file }), ...(is_poster && { is_poster }) });
      },
    };
  },
});

async function upload(client: DemoClient, imageId: string, country: Country): Promise<void> {
  await answerOf(
    client.POST('/streams/version/{object_id}/{file_name}', {
      params: { path: { object_id: imageId, file_name: `${country.cca3.toLowerCase()}.png` } },
      headers: { 'content-type': 'image/png' },
      // A file, though the description can only call it a text.
      body: (await drawFlag(country)) as unknown as string,
      bodySerializer: (bytes: unknown) => bytes as never,
    }),
  );
}

async function relate(client: DemoClient, imageId: string, countryId: string): Promise<void> {
  const path = { object_type_name: COUNTRIES, object_id: countryId, relation_name: 'poster' };
  const body = { data: [{ type: 'images', id: imageId }] };
  const address = '/{object_type_name}/{object_id}/relationships/{relation_name}';
  await answerOf(client.POST(address, { params: { path }, body }), 'may be empty');
}

/** Countries by code, each with the ids of its posters. */
async function readPosters(client: DemoClient): Promise<ReadonlyMap<string, { id: string; posters: string[] }>> {
  const rows = await readObjects(client, COUNTRIES, { include: 'poster', fields: 'cca3,poster' });
  return new Map(
    rows.map((row) => [String(row.attributes['cca3']), { id: row.id, posters: linkedIds(row, 'poster') }]),
  );
}

/** Images by uname. */
async function readImages(
  client: DemoClient,
  posters: ReadonlyMap<string, { posters: string[] }>,
): Promise<ReadonlyMap<string, Found>> {
  const rows = await readObjects(client, 'images');
  return new Map(
    rows.map(({ id, attributes, meta }) => {
      const uname = String(attributes['uname']);
      const country = byUname.get(uname);
      const is_poster = country !== undefined && posters.get(country.cca3)?.posters.includes(id) === true;
      const has_file = typeof meta?.['media_url'] === 'string';
      return [uname, { id, attributes: { ...attributes, has_file, is_poster } }];
    }),
  );
}
