import { invalidData } from '../../../errors.ts';
import { isTurnOver, nextTurn } from '../../../event-loop-turns.ts';
import { readAcceptedForms } from '../../request/accepted-forms.ts';
import type { PartExchange, RequestExchange } from '../../exchange.ts';
import { assertMediaType, bodyType, JSON_API } from '../../request/media-types.ts';
import { bodySchema } from '../../routing/operation.ts';
import { assertSafe, hasBody, readJsonBody } from '../../request/request-body.ts';
import type { StepServices } from '../../step.ts';
import { openUpload, takesFile } from '../../request/upload-body.ts';

/**
 * Reads the body, if the operation has one; otherwise it is ignored (D2). A file stays a stream.
 * @throws ApiError unsupported_media_type, body_too_large, invalid_json, invalid_data …
 */
export function takeBody(exchange: RequestExchange, services: StepServices): void | Promise<void> {
  const { request, operation } = exchange;
  if (operation.consumes.length === 0) return;
  if (!takesFile(operation)) return readBody(exchange, services);
  exchange.requestBody = openUpload(request);
}

async function readBody(exchange: RequestExchange, { bodyLimits }: StepServices): Promise<void> {
  const { request, operation, place } = exchange;
  if (hasBody(request) || request.headers['content-type'] !== undefined) assertMediaType(operation, request.headers);
  const read = (): Promise<unknown> => readJsonBody(request, bodyLimits, operation.facts.body);
  const body = await (request.complete ? read() : place.whileReading(read));
  if (body !== undefined && typeof body !== 'object') throw invalidData('', 'A JSON object is expected as the body.');
  if (isTurnOver()) await nextTurn();
  exchange.requestBody = readAcceptedForms(bodySchema(operation, bodyType(request.headers)), body);
}

/** Takes the body of a part from the whole. @throws ApiError invalid_data */
export function takePartBody(exchange: PartExchange): void {
  const { operation, part } = exchange;
  if (part.body !== undefined) assertSafe(part.body, '', { content: operation.facts.body, depth: 0 });
  exchange.requestBody = readAcceptedForms(bodySchema(operation, JSON_API), part.body);
}
