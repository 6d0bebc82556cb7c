// The stage that translates the names of the countries into the languages of the package.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { readCountryIds } from './objects.ts';
import { COUNTRIES } from './model.ts';
import type { Found, Stage } from './stage.ts';
import { languages, type Country } from './world.ts';

interface Translation {
  object_id: number;
  lang: string;
  status: 'on';
  translated_fields: { title: string; description: string };
}

const keyOf = ({ object_id, lang }: Pick<Translation, 'object_id' | 'lang'>): string => `${object_id}/${lang}`;

/** @param codes two-letter codes of the languages */
export const translationStage = (
  client: DemoClient,
  countries: readonly Country[],
  codes: readonly string[],
): Stage<Translation> => ({
  name: 'translations',
  size: countries.length * codes.length,
  inFlight: 8,
  async open() {
    const ids = await readCountryIds(client);
    const existing = await readTranslations(client);
    // Language by language: translations of one object wait for each other in the service.
    const wanted = languages
      .filter(({ lang }) => codes.includes(lang))
      .flatMap(({ lang, namesOf }) =>
        countries.map((country): Translation => {
          const { common, official } = namesOf(country);
          const translated_fields = { title: common, description: official };
          return { object_id: Number(ids.get(country.cca3)), lang, status: 'on', translated_fields };
        }),
      );
    return {
      wanted,
      nameOf: (item) => `"${item.translated_fields.title}" (${item.lang})`,
      find: (item) => existing.get(keyOf(item)),
      create(attributes) {
        return answerOf(client.POST('/translations', { body: { data: { type: 'translations', attributes } } }));
      },
      update(id, attributes) {
        const params = { path: { translation_id: id } };
        const body = { data: { type: 'translations' as const, id, attributes } };
        return answerOf(client.PATCH('/translations/{translation_id}', { params, body }));
      },
    };
  },
});

async function readTranslations(client: DemoClient): Promise<ReadonlyMap<string, Found>> {
  const filter = { 'filter[type]': COUNTRIES };
  const rows: Found[] = await readAll((query) =>
    answerOf(client.GET('/translations', { params: { query: { ...query, ...filter } } })),
  );
  return new Map(
    rows.map((row) => [keyOf(row.attributes as unknown as Translation), { id: row.id, attributes: row.attributes }]),
  );
}
