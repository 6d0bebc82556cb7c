// Faults in the facts of operations (openapi/operation-facts.yaml): one fact of one operation is turned off in the
// description that the service reads, as if its YAML had said so.
import { factsOf, type OperationFacts } from '../../core/description/operation-facts.ts';
import { isNode, METHODS, nodeAt, type Node } from '../../core/description/openapi-document.ts';
import type { Fault } from './faults.ts';

export const DESCRIPTION = 'generated/openapi.json';

type FactName = Exclude<keyof OperationFacts, 'origin'>;

/** What becomes of a value; a value that is missing here stays. */
const TURNED_OFF: Readonly<Record<FactName, (value: unknown, isRead: boolean) => unknown>> = {
  access: (value) => (value === 'rules' ? 'everyone' : 'rules'),
  cost: (value, isRead) => (value !== 'expensive' ? 'expensive' : isRead ? 'cheap' : 'write'),
  audit: (value) => value === false,
  freshFactor: (value) => (value === 'never' ? 'always' : 'never'),
  atomic: (value) => value === false,
  body: (value) => (value === 'free' ? 'settings' : 'free'),
  attributes: (value) => (value === 'byType' ? 'described' : 'byType'),
  changingMeta: (value) => (Array.isArray(value) && value.length > 0 ? [] : ['other']),
  secretPathParameter: (value) => (value === '' ? 'other' : ''),
  personal: (value) => value === false,
  sharedCache: (value) => value === false,
  secondaries: (value) => value === false,
  signed: (value) => value === false,
  withoutDatabase: (value) => value === false,
  idempotency: (value) => (value === 'none' ? 'repeatable' : 'none'),
  writesObjects: (value) => value === false,
};

const OF_READS = new Set([
  'access',
  'cost',
  'audit',
  'personal',
  'sharedCache',
  'secondaries',
  'signed',
  'withoutDatabase',
]);
const OF_WRITES_ONLY = new Set(['freshFactor', 'atomic', 'body', 'attributes', 'changingMeta', 'secretPathParameter']);

const isOf = (fact: FactName, isRead: boolean, { requestBody }: Node): boolean => {
  if (isRead) return OF_READS.has(fact);
  if (['atomic', 'body', 'attributes'].includes(fact) && requestBody === undefined) return false;
  // Bytes have no names that could be refused.
  if (fact === 'body' && !JSON.stringify(requestBody).includes('json')) return false;
  return OF_WRITES_ONLY.has(fact) || ['access', 'cost', 'audit', 'idempotency', 'writesObjects'].includes(fact);
};

interface FactsPlace {
  line: number;
  start: number;
  end: number;
}

/** Where the facts of each operation stand in the text, by its operationId. */
function placesIn(content: string): Map<string, FactsPlace> {
  const places = new Map<string, FactsPlace>();
  let line = 1;
  let at = 0;
  for (const { index, 1: id = '' } of content.matchAll(/"operationId": "(\w+)"/g)) {
    const start = content.indexOf('{', content.indexOf('"x-colophon":', index));
    line += content.slice(at, start).split('\n').length - 1;
    at = start;
    places.set(id, { line, start, end: content.indexOf('}', start) + 1 });
  }
  return places;
}

/** @param operations those of the fault, all by default */
export function factFaults(fact: FactName, operations?: readonly string[]) {
  return (file: string, content: string): Fault[] => {
    const places = placesIn(content);
    const faultOf = (path: string, method: string, operation: Node): Fault[] => {
      const id = String(operation['operationId']);
      const isRead = method === 'get';
      const place = places.get(id);
      if (!place || (operations && !operations.includes(id)) || !isOf(fact, isRead, operation)) return [];
      const stated = nodeAt(operation, 'x-colophon');
      const value = factsOf(method, stated)[fact];
      const to = TURNED_OFF[fact](value, isRead);
      const change = `${method} ${path}: ${fact} is ${JSON.stringify(to)} instead of ${JSON.stringify(value)}`;
      return [
        { file, change, ...place, replacement: JSON.stringify({ ...stated, [fact]: to }), identity: `${fact} ${id}` },
      ];
    };
    return Object.entries(nodeAt(JSON.parse(content), 'paths')).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = isNode(item) ? item[method] : undefined;
        return isNode(operation) ? faultOf(path, method, operation) : [];
      }),
    );
  };
}

export const FACTS: readonly FactName[] = [
  'access',
  'cost',
  'audit',
  'freshFactor',
  'atomic',
  'body',
  'attributes',
  'changingMeta',
  'secretPathParameter',
  'personal',
  'sharedCache',
  'secondaries',
  'signed',
  'withoutDatabase',
  'idempotency',
  'writesObjects',
];
