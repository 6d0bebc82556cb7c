// The thumbnails of the flags, of the preset `default`. The service makes them on request, and returns the same
// response for new and existing ones: so they are counted as ready, and are no stage.
import { answerOf, type DemoClient } from './connection.ts';
import { DemoError } from './demo-error.ts';
import { byUname } from './flags.ts';
import { readObjects } from './objects.ts';
import type { Country } from './world.ts';

/** Media of one request: the default maximum of the service. */
const AT_ONCE = 20;

/** Requests for the same ones: on a slow machine, the service responds before all are made. */
const ATTEMPTS = 10;

/** Comma-separated. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/**
 * Makes those of the flags of the countries.
 * @param onReady called for each finished one
 * @returns number of them
 * @throws DemoError when some are not made
 */
export async function makeThumbnails(
  client: DemoClient,
  countries: readonly Country[],
  onReady: () => void,
): Promise<number> {
  const images = await readObjects(client, 'images', { fields: 'uname' });
  const wanted = new Set(countries);
  const isWanted = (uname: unknown): boolean => wanted.has(byUname.get(String(uname)) as Country);
  const ids = images.filter(({ attributes }) => isWanted(attributes['uname'])).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    let left = ids.slice(start, start + AT_ONCE);
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw new DemoError(`${left.length} thumbnails are not made, that of image ${left[0]}`);
      const params = { query: { ids: left } };
      const { meta } = await answerOf(client.GET('/media/thumbs', { params, querySerializer }));
      const ready = new Set(meta.thumbnails.filter((each) => each.ready).map(({ id }) => String(id)));
      ready.forEach(onReady);
      left = left.filter((id) => !ready.has(id));
    }
  }
  return ids.length;
}
