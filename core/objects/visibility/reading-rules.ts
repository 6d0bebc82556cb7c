// The rules that decide what a caller reads, as a text that is equal while they are the same (D763).
import { createHash } from 'node:crypto';
import type { Caller } from '../../context.ts';
import type { Model } from '../../model/model.ts';
import type { AccessSnapshot } from '../../access/access-rules.ts';

const ofModels = new WeakMap<object, string>();

/** Hidden attributes of all types, and the roles that read others. */
function rulesOfModel(model: Pick<Model, 'types'>): string {
  const known = ofModels.get(model);
  if (known !== undefined) return known;
  const rules = [...model.types.values()].map(({ name, hidden, attributeRoles }) => [
    name,
    [...hidden],
    [...attributeRoles].map(([attribute, { read }]) => [attribute, read ? [...read] : null]),
  ]);
  const text = createHash('sha256').update(JSON.stringify(rules)).digest('base64');
  ofModels.set(model, text);
  return text;
}

/** Changes with the permissions and the configuration, with rules of attributes, and with the roles of the caller. */
export const rulesForReading = (
  { version }: Pick<AccessSnapshot, 'version'>,
  model: Pick<Model, 'types'>,
  { roles }: Pick<Caller, 'roles'>,
): string => `${version} ${rulesOfModel(model)} ${[...roles].sort((a, b) => a - b).join()}`;
