// The object types of a scale run and their relation, made over HTTP.
import { create, type Send } from '../../admin-requests.ts';
import { KINDS, kindName, nearlyEmptyName, RELATION } from './scale-plan.ts';

/** @param onType called with the number of types that are there */
export async function makeScaleModel(
  send: Send,
  nearlyEmpty: number,
  onType: (done: number, of: number) => void,
): Promise<void> {
  const kinds = Array.from({ length: KINDS }, (_, kind) => kindName(kind));
  const few = Array.from({ length: nearlyEmpty }, (_, index) => nearlyEmptyName(index));
  for (const [index, name] of [...kinds, ...few].entries()) {
    await create(send, '/model/object_types', { name, singular: `one_${name}`, description: `Objects of ${name}` });
    onType(index + 1, kinds.length + few.length);
  }
  const types = { data: kinds.map((id) => ({ type: 'object_types', id })) };
  const attributes = { name: RELATION, label: 'Link', inverse_name: `${RELATION}_of`, inverse_label: 'Linked from' };
  const relationships = { left_object_types: types, right_object_types: types };
  await send('POST', '/model/relations', { data: { type: 'relations', attributes, relationships } });
}
