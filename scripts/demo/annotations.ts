// The stage that annotates the few countries of which the package does not know something.
import { answerOf, readAll, type DemoClient } from './connection.ts';
import { readCountryIds } from './objects.ts';
import type { Stage } from './stage.ts';
import type { Country } from './world.ts';

interface Annotation {
  object_id: number;
  description: string;
}

const remarksOn = ({ cca3, capital, area }: Country): { code: string; description: string }[] => [
  ...(capital.length === 0 ? [{ code: cca3, description: 'The data have no capital: is there none?' }] : []),
  ...(area < 0 ? [{ code: cca3, description: 'The data have no area: to be looked up.' }] : []),
];

export const annotationStage = (client: DemoClient, countries: readonly Country[]): Stage<Annotation> => ({
  name: 'annotations',
  size: countries.flatMap(remarksOn).length,
  inFlight: 4,
  async open() {
    const ids = await readCountryIds(client);
    const rows = await readAll((query) => answerOf(client.GET('/annotations', { params: { query } })));
    return {
      wanted: countries
        .flatMap(remarksOn)
        .map(({ code, description }) => ({ object_id: Number(ids.get(code)), description })),
      nameOf: (item) => `that of object ${item.object_id}`,
      find: (item) =>
        rows.find(
          ({ attributes }) => attributes.object_id === item.object_id && attributes.description === item.description,
        ),
      create(attributes) {
        return answerOf(client.POST('/annotations', { body: { data: { type: 'annotations', attributes } } }));
      },
      // An existing annotation is already as wanted.
      update: () => Promise.resolve(),
    };
  },
});
