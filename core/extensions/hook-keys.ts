// The subject of a hook: an operation by its operationId, or a write of objects of one type, such as `POST /documents` (D314).
import { isNode, nodeAt, type OpenApiDocument } from '../description/openapi-document.ts';
import { TYPE_PARAMETER } from '../description/template-paths.ts';
import type { Extension } from './extension.ts';
import { describedOperations } from './extension-description.ts';
import { ExtensionError } from './extension-error.ts';

/** Hooks of operations, by their keys: all but `before.object`. */
export const hooksByKey = (extension: Extension, kind: 'before' | 'after'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(extension[kind] ?? {}).filter(([key]) => kind === 'after' || key !== 'object'));

export interface HookTarget {
  operationId: string;
  /** Objects of this type only. */
  typeName: string | undefined;
}

/** What follows the type in the paths of such writes. */
const BELOW_TYPE: readonly string[] = ['', '/{object_id}'];
const FORMS = 'POST /documents, PATCH /documents/{object_id}, DELETE /documents/{object_id}';

function operationAt(document: OpenApiDocument, method: string, path: string): string | undefined {
  const operation = nodeAt(document, 'paths', path)[method.toLowerCase()];
  return isNode(operation) ? String(operation['operationId']) : undefined;
}

/** @throws ExtensionError for an unknown key */
export function hookTarget(file: string, key: string, document: OpenApiDocument): HookTarget {
  const refuse = (what: string) => new ExtensionError(file, `the hook "${key}": ${what}`);
  if (!key.includes(' ')) {
    const isKnown = describedOperations(document).some(({ operationId }) => operationId === key);
    if (!isKnown) throw refuse('the service has no such operation');
    return { operationId: key, typeName: undefined };
  }
  const [, method = '', typeName = '', rest = ''] = /^([A-Z]+) \/([^/]*)(\/.*)?$/.exec(key) ?? [];
  // Folders and users, and resources other than objects, have separate operations.
  const own = operationAt(document, method, `/${typeName}${rest}`);
  if (own) throw refuse(`it is the operation ${own}; name it so`);
  const isWrite = method !== 'GET' && BELOW_TYPE.includes(rest);
  const operationId = isWrite ? operationAt(document, method, `/{${TYPE_PARAMETER}}${rest}`) : undefined;
  if (operationId === undefined || !/^[a-z][a-z0-9_]+$/.test(typeName))
    throw refuse(`it is neither an operationId nor of the form ${FORMS}`);
  const literal = Object.keys(nodeAt(document, 'paths')).some((path) => path.split('/')[1] === typeName);
  if (literal && typeName !== 'files') throw refuse(`/${typeName} has paths of its own; use an operationId`);
  return { operationId, typeName };
}

/** Whether a hook is for this request. */
export const isFor = ({ typeName }: HookTarget, params: Readonly<Record<string, string>>): boolean =>
  typeName === undefined || params[TYPE_PARAMETER] === typeName;
