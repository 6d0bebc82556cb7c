// Faults in the facts of operations (openapi/operation-facts.yaml): one fact of one operation is turned off in the
// description that the service reads, as if its YAML had said so.
import { FACT_SCHEMAS, factsOf, type OperationFacts } from '../../core/description/operation-facts.ts';
import { isNode, METHODS, nodeAt, type Node } from '../../core/description/openapi-document.ts';
import type { Fault } from './faults.ts';

export const DESCRIPTION = 'generated/openapi.json';

type FactName = Exclude<keyof OperationFacts, 'origin'>;

type TurnOff = (value: unknown, isRead: boolean) => unknown;

const turned: TurnOff = (value) => value === false;

/** What becomes of the value of each fact. */
const TURNED_OFF: ReadonlyMap<FactName, TurnOff> = new Map<FactName, TurnOff>([
  ['access', (value) => (value === 'rules' ? 'everyone' : 'rules')],
  ['cost', (value, isRead) => (value !== 'expensive' ? 'expensive' : isRead ? 'cheap' : 'write')],
  ['audit', turned],
  ['freshFactor', (value) => (value === 'never' ? 'always' : 'never')],
  ['atomic', turned],
  ['body', (value) => (value === 'free' ? 'settings' : 'free')],
  ['attributes', (value) => (value === 'byType' ? 'described' : 'byType')],
  ['changingMeta', (value) => (Array.isArray(value) && value.length > 0 ? [] : ['other'])],
  ['secretPathParameter', (value) => (value === '' ? 'other' : '')],
  ['personal', turned],
  ['sharedCache', turned],
  ['secondaries', turned],
  ['signed', turned],
  ['withoutDatabase', turned],
  ['idempotency', (value) => (value === 'none' ? 'repeatable' : 'none')],
  ['writesObjects', turned],
]);

export const FACTS: readonly FactName[] = [...TURNED_OFF.keys()];

const isOf = (fact: FactName, isRead: boolean, { requestBody }: Node): boolean => {
  if (!isRead && ['atomic', 'body', 'attributes'].includes(fact) && requestBody === undefined) return false;
  // Bytes have no names that could be refused.
  if (!isRead && fact === 'body' && !JSON.stringify(requestBody).includes('json')) return false;
  return fact in FACT_SCHEMAS[isRead ? 'read' : 'write'].properties;
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
      const to = TURNED_OFF.get(fact)?.(value, isRead);
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
