import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../../errors.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { Operation } from '../../routing/operation.ts';

interface IdleHeader {
  name: string;
  /** Whether its value would have an effect that the operation does not have. */
  matters(value: string, operation: Operation): boolean;
}

const isWrite = (_value: string, { method }: Operation): boolean => method !== 'get';
const isOtherMethod = (value: string, { method }: Operation): boolean => value.trim().toLowerCase() !== method;
const IDENTITIES: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary', 'identity']);

/** Headers that change what a request means. Other headers of HTTP are hints, or of no concern here (D867). */
const IDLE: readonly IdleHeader[] = [
  { name: 'If-Match', matters: isWrite },
  { name: 'If-None-Match', matters: isWrite },
  { name: 'If-Unmodified-Since', matters: isWrite },
  { name: 'Content-Transfer-Encoding', matters: (value) => !IDENTITIES.has(value.trim().toLowerCase()) },
  { name: 'Last-Event-ID', matters: (value) => value !== '' },
  { name: 'X-HTTP-Method-Override', matters: isOtherMethod },
  { name: 'X-HTTP-Method', matters: isOtherMethod },
  { name: 'X-Method-Override', matters: isOtherMethod },
];

const described = new WeakMap<Operation, ReadonlySet<string>>();

/** Names of the headers of an operation. */
function headersOf(operation: Operation): ReadonlySet<string> {
  const known = described.get(operation);
  if (known) return known;
  const { parameters = [] } = operation.definition;
  const names = new Set(parameters.flatMap((each) => (each.in === 'header' && each.name ? [each.name] : [])));
  described.set(operation, names);
  return names;
}

function idleHeader(headers: IncomingHttpHeaders, operation: Operation): string | undefined {
  const names = headersOf(operation);
  const found = IDLE.find(({ name, matters }) => {
    const value = headers[name.toLowerCase()];
    return value !== undefined && !names.has(name) && matters(String(value), operation);
  });
  return found?.name;
}

/** Refuses a header that changes what a request means where its operation would ignore it (D867). @throws ApiError invalid_parameter */
export function refuseIdleHeaders({ headers, operation }: RequestExchange): void {
  const header = idleHeader(headers, operation);
  if (header === undefined) return;
  const detail = `${header} has no effect on this operation; send the request without it.`;
  throw new ApiError('invalid_parameter', { detail, source: { header } });
}
