// The router of openapi-backend with the matching of this service: types of the model, precedence, 404 and 405.
import {
  OpenAPIRouter,
  type Document,
  type Operation as Definition,
  type ParsedRequest,
  type Request,
} from 'openapi-backend';
import { Exchange } from '../exchange.ts';
import type { Operation } from './operation.ts';
import { createRoutingTable, type Match, type RoutingTable } from './routing-table.ts';

/** openapi-backend declares its own form of requests, and passes on what it was given. */
function exchangeOf(request: unknown): Exchange {
  if (request instanceof Exchange) return request;
  throw new Error('a request is dispatched as an exchange');
}

/** All schemes carry the same tokens (D17): where a caller needs none, the others would cost as much again. */
function withOneScheme(definition: Definition): Definition {
  const { security = [] } = definition;
  const open = security.find((schemes) => Object.keys(schemes).length === 0);
  const token = security.find((schemes) => Object.keys(schemes).length > 0);
  return open && token ? { ...definition, security: [open, token] } : definition;
}

export class ProjectRouter extends OpenAPIRouter {
  readonly table: RoutingTable;
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #isTypeName: (name: string) => boolean;

  constructor(
    definition: Document,
    toOperation: (definition: Definition) => Operation,
    isTypeName: (name: string) => boolean,
  ) {
    super({ definition });
    this.#isTypeName = isTypeName;
    // The inherited list is made from the whole document at each look-up.
    const definitions = super.getOperations();
    this.#definitions = new Map(
      definitions.map((definition) => [definition.operationId ?? '', withOneScheme(definition)]),
    );
    this.table = createRoutingTable(definitions.map(toOperation));
  }

  override getOperations(): Definition[] {
    return [...this.#definitions.values()];
  }

  override getOperation(operationId: string): Definition | undefined {
    return this.#definitions.get(operationId);
  }

  /** @param method in lower case; HEAD is get */
  find(method: string, segments: readonly string[]): Match {
    return this.table.match(method, segments, this.#isTypeName);
  }

  /** @throws Error in the form by which openapi-backend distinguishes 404 and 405 */
  override matchOperation(request: Request): Definition {
    const exchange = exchangeOf(request);
    const match = exchange.match ?? this.find(exchange.method, exchange.target.segments);
    if (match.kind === 'path') throw new Error('404-notFound');
    if (match.kind === 'method') {
      exchange.allow = match.allow;
      throw new Error('405-methodNotAllowed');
    }
    exchange.operation = match.operation;
    exchange.params = match.params;
    const definition = this.#definitions.get(match.operation.operationId);
    if (!definition) throw new Error(`there is no operation ${match.operation.operationId}`);
    return definition;
  }

  /** The steps have parsed it. */
  override parseRequest(request: Request): ParsedRequest {
    // cast: an exchange has the members of a parsed request that validation reads
    return request as ParsedRequest;
  }
}
