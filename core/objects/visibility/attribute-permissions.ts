// Writing attributes that only some roles may write (D578).
import { refusal } from '../../access/authorization.ts';
import { FULL_ACCESS, type RequestContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { encodePointer } from '../../model/schemas/attribute-validator.ts';
import type { ResolvedType } from '../../model/model.ts';
import type { ObjectServices } from '../object-services.ts';
import { hiddenAttributes } from './shown-attributes.ts';

type Writer = Pick<RequestContext, 'caller' | 'access'>;

const NONE: ReadonlySet<string> = new Set();

/** Names of the attributes that a caller may not write; none for work of the service itself. */
export const unwritableAttributes = (type: ResolvedType, { caller, access }: Writer): ReadonlySet<string> =>
  access === FULL_ACCESS ? NONE : hiddenAttributes(type, caller).write;

/** Names of the attributes that a caller may not read, and so may neither write nor repeat. */
export const unreadableAttributes = (type: ResolvedType, { caller, access }: Writer): ReadonlySet<string> =>
  access === FULL_ACCESS ? NONE : hiddenAttributes(type, caller).read;

/** The same of a type by its name. */
export function restrictedAttributes(
  { modelService }: Pick<ObjectServices, 'modelService'>,
  typeName: string,
  writer: Writer,
): ReadonlySet<string> {
  const type = modelService.current().types.get(typeName);
  return type ? unwritableAttributes(type, writer) : NONE;
}

/** 403 with a fault for each name; 401 for callers who are not signed in. */
export function refusedAttributes(
  names: readonly string[],
  { caller }: Pick<Writer, 'caller'>,
  pointer = '/data/attributes',
): ApiError {
  const details = names.map((name) => `Your roles do not allow writing "${name.slice(0, 100)}".`);
  if (caller.userId === null) return refusal(caller, details.join(' '));
  return new ApiError(
    'forbidden',
    details.map((detail, index) => ({
      detail,
      source: { pointer: `${pointer}/${encodePointer(names[index] ?? '')}` },
      refusedBy: 'attribute',
    })),
  );
}

/**
 * @param names of attributes that a request sets
 * @param pointer of their parent in the body
 * @throws ApiError authentication_required, forbidden with the pointer of each that only other roles write
 */
export function assertMayWriteAttributes(
  type: ResolvedType,
  names: readonly string[],
  writer: Writer,
  pointer?: string,
): void {
  const kept = unwritableAttributes(type, writer);
  if (kept.size === 0) return;
  const refused = names.filter((name) => kept.has(name));
  if (refused.length > 0) throw refusedAttributes(refused, writer, pointer);
}
