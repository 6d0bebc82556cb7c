// Translations and annotations of an import: rows that belong to an object.
import { isDeepStrictEqual } from 'node:util';
import { objectOf, type Linked, type LinkPass } from './relationships.ts';
import type { SourceResource } from './resource.ts';
import { Refusal, walk, type Answer, type Known, type Resource } from './target.ts';

export const ATTACHED_TYPES: ReadonlySet<string> = new Set(['translations', 'annotations']);

/** Creates a translation or annotation, or changes an existing translation. */
export async function writeAttached(pass: LinkPass, { line, resource }: Linked): Promise<void> {
  const { journal, names } = pass;
  const [identifier] = resource.relationships['object'] ?? [];
  const object =
    identifier && objectOf(names, { ...identifier, attributes: undefined, relationships: {}, locked: undefined });
  try {
    if (!object) {
      const pointer = '/data/relationships/object';
      const detail = identifier
        ? `${identifier.type} "${identifier.id.slice(0, 100)}" was not found.`
        : 'The relationship "object" names the object.';
      throw new Refusal([{ status: 404, code: 'not_found', detail, pointer }]);
    }
    if (resource.type === 'translations') await writeTranslation(pass, resource, object);
    else await writeAnnotation(pass, resource, object);
  } catch (error) {
    journal.refused(line, resource.id, error);
  }
}

/** @throws Refusal */
async function writeTranslation({ target, journal }: LinkPass, resource: SourceResource, object: Known): Promise<void> {
  const attributes = resource.attributes ?? {};
  const type = 'translations';
  try {
    const given = { ...attributes, object_id: Number(object.id) };
    await target.call('POST', '/translations', { data: { type, attributes: given } });
    journal.counts.made += 1;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'already_exists') throw error;
    const lang = encodeURIComponent(String(attributes['lang']));
    const query = `filter[object_id]=${object.id}&filter[lang]=${lang}`;
    const { data } = await target.call<Answer<Resource[]>>('GET', `/translations?${query}`);
    const [present] = data;
    // It is in the trash, then.
    if (!present) throw error;
    journal.counts.present += 1;
    const isSame = Object.entries(attributes).every(([name, value]) =>
      isDeepStrictEqual(present.attributes[name], value),
    );
    if (isSame) return;
    const { lang: _lang, ...changed } = attributes;
    await target.call('PATCH', `/translations/${present.id}`, { data: { type, id: present.id, attributes: changed } });
  }
}

/** One with the same text and parameters counts as the same. @throws Refusal */
async function writeAnnotation({ target, journal }: LinkPass, resource: SourceResource, object: Known): Promise<void> {
  const { description, params = null } = resource.attributes ?? {};
  for await (const { attributes } of walk(target, `/annotations?filter[object_id]=${object.id}`)) {
    if (attributes['description'] !== description || !isDeepStrictEqual(attributes['params'] ?? null, params)) continue;
    journal.counts.present += 1;
    return;
  }
  const given = { ...resource.attributes, object_id: Number(object.id) };
  await target.call('POST', '/annotations', { data: { type: 'annotations', attributes: given } });
  journal.counts.made += 1;
}
