// The example that the mock responds with, chosen by the headers Prefer and Accept.
import type { Request, Response } from 'express';
import type { Context, OpenAPIBackend, Operation } from 'openapi-backend';
import { readPrefer } from './prefer.ts';

/** One fault of a request. */
export interface Refusal {
  detail: string;
  source?: { pointer: string } | { parameter: string } | { header: string };
}

type Content = Record<string, { examples?: Record<string, unknown> }>;

const BODILESS: ReadonlySet<string> = new Set(['204', '304']);

const preferRefused = (detail: string): Refusal => ({ detail, source: { header: 'Prefer' } });

/** The one of the offered media types that Accept chooses; the first without a choice. */
function mediaTypeFor(request: Request, content: Content): string | undefined {
  const offered = Object.keys(content);
  const [first] = offered;
  return request.accepts(offered.filter((type) => !type.includes('*'))) || first;
}

const contentOf = ({ responses = {} }: Operation, status: string): Content | undefined => {
  const response = responses[status] as { content?: Content } | undefined;
  return response && (response.content ?? {});
};

interface Choice {
  status: string;
  mediaType: string | undefined;
  example: string | undefined;
}

/** @returns the reason, when the description has no such response */
function choose(operation: Operation, request: Request): Choice | Refusal {
  const { code, example, wrong } = readPrefer(request.get('prefer'));
  if (wrong.length > 0) return preferRefused(`${wrong.join(', ')}: a code is a status such as 404, an example a name`);
  const { operationId = '' } = operation;
  const statuses = Object.keys(operation.responses ?? {}).sort();
  const status = code ?? statuses.find((each) => each.startsWith('2')) ?? statuses[0] ?? '200';
  const content = contentOf(operation, status);
  if (!content) return preferRefused(`${operationId} has no response ${status}, only ${statuses.join(', ')}`);
  const mediaType = mediaTypeFor(request, content);
  const names = Object.keys(content[mediaType ?? '']?.examples ?? {});
  if (example === undefined || names.includes(example)) return { status, mediaType, example };
  return preferRefused(`${operationId} has no example ${example} of ${status}, only ${names.join(', ') || 'none'}`);
}

/** Headers that the service sends with a status. */
const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': '1' },
  503: { 'Retry-After': '1' },
};

/** Responds with an example. @returns the reason when the description has no such response */
export function respond(
  api: OpenAPIBackend,
  { operation }: Context,
  request: Request,
  response: Response,
): Refusal | undefined {
  const chosen = choose(operation, request);
  if ('detail' in chosen) return chosen;
  const { status, mediaType, example } = chosen;
  response.status(Number(status)).set(HEADERS[status] ?? {});
  const prefer = request.get('prefer');
  if (prefer !== undefined) response.set('Preference-Applied', prefer);
  if (mediaType === undefined || BODILESS.has(status)) response.end();
  else {
    const options = { code: Number(status), mediaType, ...(example !== undefined && { example }) };
    const { mock } = api.mockResponseForOperation(operation.operationId ?? '', options);
    response.setHeader('Content-Type', mediaType === '*/*' ? 'application/octet-stream' : mediaType);
    response.end(typeof mock === 'string' && !mediaType.includes('json') ? mock : JSON.stringify(mock));
  }
  return undefined;
}
