// The changes of the tree, and their requests.
import type { ServiceRequest } from '../processes/service-processes.ts';

export type Position = number | 'first' | 'last';

/** An object that is put into a folder. */
export interface Entry {
  type: 'folders' | 'documents';
  id: number;
  position?: Position;
  canonical?: true;
}

export type Operation =
  | { kind: 'create folder'; parent: number | null; title: string; /** Known once it is made. */ id?: number }
  | { kind: 'move folder'; folder: number; parent: number | null; position?: Position }
  | { kind: 'leave parent'; folder: number; parent: number }
  | { kind: 'add children' | 'replace children' | 'remove children'; folder: number; entries: Entry[] }
  | {
      kind: 'add parents' | 'replace parents' | 'remove parents';
      document: number;
      folders: number[];
      position?: Position;
    }
  | { kind: 'trash' | 'restore' | 'purge'; type: 'folders' | 'documents'; id: number };

const METHOD = { add: 'POST', replace: 'PATCH', remove: 'DELETE' } as const;

const methodOf = (kind: Operation['kind']): 'POST' | 'PATCH' | 'DELETE' =>
  METHOD[kind.split(' ')[0] as keyof typeof METHOD];

const relationMeta = ({ position, canonical }: Pick<Entry, 'position' | 'canonical'>) =>
  position === undefined && canonical === undefined
    ? {}
    : { meta: { relation: { ...(position !== undefined && { position }), ...(canonical && { canonical }) } } };

export function requestOf(operation: Operation): ServiceRequest {
  switch (operation.kind) {
    case 'create folder': {
      const { title, parent } = operation;
      const attributes = { title, status: 'on', ...(parent !== null && { parent_id: parent }) };
      return { method: 'POST', path: '/folders', body: { data: { type: 'folders', attributes } } };
    }
    case 'move folder': {
      const { folder, parent } = operation;
      const data = parent === null ? null : { type: 'folders', id: String(parent), ...relationMeta(operation) };
      return { method: 'PATCH', path: `/folders/${folder}/relationships/parent`, body: { data } };
    }
    case 'leave parent': {
      const data = { type: 'folders', id: String(operation.parent) };
      return { method: 'DELETE', path: `/folders/${operation.folder}/relationships/parent`, body: { data } };
    }
    case 'add children':
    case 'replace children':
    case 'remove children': {
      const { kind, folder, entries } = operation;
      const data = entries.map((entry) => ({ type: entry.type, id: String(entry.id), ...relationMeta(entry) }));
      return { method: methodOf(kind), path: `/folders/${folder}/relationships/children`, body: { data } };
    }
    case 'add parents':
    case 'replace parents':
    case 'remove parents': {
      const { kind, document, folders } = operation;
      const data = folders.map((id) => ({ type: 'folders', id: String(id), ...relationMeta(operation) }));
      return { method: methodOf(kind), path: `/documents/${document}/relationships/parents`, body: { data } };
    }
    case 'trash':
      return { method: 'DELETE', path: `/${operation.type}/${operation.id}` };
    case 'restore': {
      const data = { id: String(operation.id), type: operation.type };
      return { method: 'PATCH', path: `/trash/${operation.id}`, body: { data } };
    }
    case 'purge':
      return { method: 'DELETE', path: `/trash/${operation.id}` };
  }
}

/** For a developer who examines a failure. */
export const describeOperation = (operation: Operation): string => {
  const { method, path, body } = requestOf(operation);
  return `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
};
