// The object types of a scale run and their relation, made over HTTP.
import { KINDS, kindName, nearlyEmptyName, RELATION } from './scale-plan.ts';

/** One request as the administrator. @throws Error when it is refused */
export type Send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, data?: unknown) => Promise<unknown>;

export const sendAs =
  (url: string, token: string): Send =>
  async (method, path, data) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const body = data === undefined ? null : JSON.stringify({ data });
    const response = await fetch(url + path, { method, headers, body });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} gives ${response.status}: ${answer.slice(0, 300)}`);
    return answer === '' ? undefined : (JSON.parse(answer) as unknown);
  };

/** @param onType called with the number of types that are there */
export async function makeScaleModel(
  send: Send,
  nearlyEmpty: number,
  onType: (done: number, of: number) => void,
): Promise<void> {
  const kinds = Array.from({ length: KINDS }, (_, kind) => kindName(kind));
  const few = Array.from({ length: nearlyEmpty }, (_, index) => nearlyEmptyName(index));
  for (const [index, name] of [...kinds, ...few].entries()) {
    const attributes = { name, singular: `one_${name}`, description: `Objects of ${name}` };
    await send('POST', '/model/object_types', { type: 'object_types', attributes });
    onType(index + 1, kinds.length + few.length);
  }
  const types = { data: kinds.map((id) => ({ type: 'object_types', id })) };
  await send('POST', '/model/relations', {
    type: 'relations',
    attributes: { name: RELATION, label: 'Link', inverse_name: `${RELATION}_of`, inverse_label: 'Linked from' },
    relationships: { left_object_types: types, right_object_types: types },
  });
}
