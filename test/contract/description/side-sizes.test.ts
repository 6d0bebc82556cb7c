// The size of the description for generators, which every type adds to (D952).
import { expect, it } from 'vitest';
import { expandLazily } from '../../../core/description/expand-description.ts';
import { bundle, sideOf } from '../../core/description/descriptions.ts';
import { modelWith } from '../../core/description/model-rows.ts';

/** Shipped types that have endpoints and descriptions of their own count too. */
const SHIPPED = modelWith().types.size;
const MB = 1024 * 1024;

it.each([
  [20, 1.5 * MB],
  [100, 5 * MB],
])('that of %i types has at most %i bytes', async (count, most) => {
  const types = Array.from({ length: count - SHIPPED }, (_, index) => ({
    name: `things_${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
    singular: `thing_${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
  }));
  const properties = types.flatMap(({ name }) => [
    { name: 'code', object_type_name: name, property_type_name: 'string' },
    { name: 'population', object_type_name: name, property_type_name: 'integer' },
  ]);
  const model = modelWith({ types, properties });
  expect(model.types.size).toBe(count);
  const document = await sideOf(await expandLazily(bundle, model));
  expect(JSON.stringify(document).length).toBeLessThanOrEqual(most);
});
