// The only code that turns an error into a response, and that logs unknown errors (service.md 7, D27).
import type { IncomingMessage } from 'node:http';
import { databaseDown } from '../limits/admission.ts';
import type { KeyedResponse } from '../idempotency/sealed-response.ts';
import { errorMediaType, JSON_API } from '../request/media-types.ts';
import { safePath } from '../request/request-target.ts';
import { isStorageUnavailable } from '../../disk/storage-fault.ts';
import { isUnavailable } from '../../store/connection/availability.ts';
import { isUnsettled } from '../../store/transactions/transaction.ts';
import { ApiError, ERROR_CODES, type ErrorFace } from '../../errors.ts';
import type { Logger as Log } from '../../log.ts';

/** Any thrown value as an ApiError; unknown errors are logged, and hidden from clients. */
export function toApiError(
  thrown: unknown,
  log: Log,
  facts: { request_id?: string; trace_id?: string } = {},
): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    log.error({ err: thrown, ...facts }, 'database unavailable');
    return databaseDown();
  }
  if (isStorageUnavailable(thrown)) {
    log.error({ err: thrown, ...facts }, 'file storage unavailable');
    return new ApiError('service_unavailable', 'The file storage is unavailable at present.', { 'Retry-After': '10' });
  }
  if (isUnsettled(thrown)) {
    log.warn({ err: thrown, ...facts }, 'write conflict not settled in time');
    const detail = 'Too many requests change it at the same moment; try again.';
    return new ApiError('service_unavailable', detail, { 'Retry-After': '1' });
  }
  log.error({ err: thrown, ...facts }, 'request failed');
  return new ApiError('internal_error', 'An internal error has occurred.');
}

export interface ErrorFrame {
  links: { self: string; home: string };
  debug: boolean;
  /** D17: the code of an expired token. */
  expiredTokenCode: string;
}

/** Errors have their members in the order of service.md 7: clients of the reference system format them by position (D398). */
export function errorBody(error: ApiError, thrown: unknown, frame: ErrorFrame) {
  const status = String(error.status);
  const faceOf = ({ code, title }: ErrorFace): Pick<ErrorFace, 'code' | 'title'> => ({
    title,
    code: code === 'expired_token' ? frame.expiredTokenCode : code,
  });
  const face = faceOf(error.face);
  const trace =
    frame.debug && thrown instanceof Error ? (thrown.stack ?? '').split('\n').map((line) => line.trim()) : undefined;
  const challenge = error.faults.find((fault) => fault.challenge)?.challenge;
  const refused_by = error.faults.find((fault) => fault.refusedBy)?.refusedBy;
  return {
    error: {
      status,
      ...face,
      detail: error.message,
      ...((trace ?? refused_by ?? challenge) && {
        meta: { ...(refused_by && { refused_by }), ...(challenge && { challenge }), ...(trace && { trace }) },
      }),
    },
    errors: error.faults.map((fault) => {
      const own = fault.face ?? (fault.code && { code: fault.code, ...ERROR_CODES[fault.code] });
      return {
        status,
        ...(own ? faceOf(own) : face),
        detail: fault.detail,
        ...(fault.source && { source: fault.source }),
        ...(fault.refusedBy && { meta: { refused_by: fault.refusedBy } }),
      };
    }),
    links: frame.links,
  };
}

/** @returns a function that responds with an error. `thrown` is its cause, for the trace */
export const createErrorResponse =
  (options: Pick<ErrorFrame, 'debug' | 'expiredTokenCode'> & { baseUrl(host: string | undefined): string }) =>
  (request: IncomingMessage, error: ApiError, thrown: unknown): KeyedResponse => {
    const base = options.baseUrl(request.headers.host);
    const links = { self: base + safePath(request.url), home: `${base}/home` };
    const { debug, expiredTokenCode } = options;
    const body = errorBody(error, thrown, { links, debug, expiredTokenCode });
    const { accept } = request.headers;
    const headers: KeyedResponse['headers'] = {
      // Some errors, such as 404, are cached by default (RFC 9111, 4.2.2).
      'Cache-Control': 'no-store',
      ...error.headers,
      'Content-Type': accept === undefined ? JSON_API : errorMediaType(accept),
    };
    const text = request.method === 'HEAD' ? {} : { body: JSON.stringify(body) };
    return { status: error.status, headers, ...text };
  };
