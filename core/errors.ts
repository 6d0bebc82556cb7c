// Every error of the service: one table of codes, one class. core/http/response/error-responder.ts alone turns them into bodies.

/** Codes with their HTTP status and title (service.md 7, D27). The table in openapi/schemas/error.yaml repeats it; a test compares. */
export const ERROR_CODES = {
  bad_request: { status: 400, title: 'Bad request' },
  malformed_json: { status: 400, title: 'Malformed JSON' },
  invalid_encoding: { status: 400, title: 'Invalid encoding' },
  invalid_key: { status: 400, title: 'Invalid key' },
  too_deep: { status: 400, title: 'Too deeply nested' },
  invalid_data: { status: 400, title: 'Invalid data' },
  already_exists: { status: 400, title: 'Already exists' },
  unknown_parameter: { status: 400, title: 'Unknown query parameter' },
  invalid_parameter: { status: 400, title: 'Invalid query parameter' },
  invalid_filter: { status: 400, title: 'Invalid filter' },
  unsupported_sort: { status: 400, title: 'Unsupported sorting field' },
  invalid_include: { status: 400, title: 'Invalid include' },
  query_too_expensive: { status: 400, title: 'Query too expensive' },
  empty_file: { status: 400, title: 'Empty file' },
  incomplete_upload: { status: 400, title: 'Incomplete upload' },
  file_type_mismatch: { status: 400, title: 'Content is not of its type' },
  file_type_forbidden: { status: 400, title: 'Type of file not allowed' },
  file_infected: { status: 400, title: 'Malware found' },
  unreadable_file: { status: 400, title: 'Unreadable file' },
  UPLOAD_MAX_FILESIZE_EXCEEDED: { status: 400, title: 'File too large' },
  authentication_required: { status: 401, title: 'Authentication required' },
  invalid_token: { status: 401, title: 'Invalid token' },
  expired_token: { status: 401, title: 'Expired token' },
  second_factor_required: { status: 401, title: 'Second factor required' },
  second_factor_enrolment_required: { status: 401, title: 'Second factor to be enrolled' },
  login_failed: { status: 401, title: 'Login request not successful' },
  application_unauthorized: { status: 401, title: 'Application unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  fresh_factor_required: { status: 403, title: 'Second factor to be confirmed' },
  fresh_sign_in_required: { status: 403, title: 'Sign-in to be confirmed' },
  missing_api_key: { status: 403, title: 'Missing API key' },
  invalid_api_key: { status: 403, title: 'Invalid API key' },
  abstract_type: { status: 403, title: 'Abstract object types cannot be instantiated' },
  client_id_forbidden: { status: 403, title: 'Client-generated ids are not supported' },
  locked: { status: 403, title: 'Operation not allowed on locked objects' },
  immutable: { status: 403, title: 'Immutable resource' },
  in_use: { status: 403, title: 'Resource in use' },
  UPLOAD_QUOTA_EXCEEDED: { status: 403, title: 'Upload quota exceeded' },
  UPLOAD_FILES_LIMIT_EXCEEDED: { status: 403, title: 'Too many files' },
  invalid_signature: { status: 403, title: 'Invalid signature' },
  expired_signature: { status: 403, title: 'Expired address' },
  not_found: { status: 404, title: 'Resource not found' },
  route_not_found: { status: 404, title: 'Not Found' },
  page_not_found: { status: 404, title: 'Page not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request timeout' },
  type_conflict: { status: 409, title: 'Unsupported resource type' },
  id_conflict: { status: 409, title: 'Ids do not match' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_key_in_use: { status: 409, title: 'Request under way' },
  idempotency_response_lost: { status: 409, title: 'Answer lost' },
  cursor_expired: { status: 410, title: 'Events not kept' },
  length_required: { status: 411, title: 'Length required' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  uri_too_long: { status: 414, title: 'URI too long' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  expectation_failed: { status: 417, title: 'Expectation failed' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The place of the fault, as in `source` of a JSON:API error object. */
export interface FaultSource {
  /** JSON pointer into the request body, such as `/data/attributes/title`. */
  pointer?: string;
  /** Query parameter, such as `filter[area][gt]`. */
  parameter?: string;
  header?: string;
}

/**
 * The kind of rule that has refused a request: the permissions of an endpoint, these for own records only, the permissions of an
 * object, those of a folder above it, or those of an attribute (D578).
 */
export type RefusingRule = 'endpoint' | 'own' | 'object' | 'inherited' | 'attribute';

/** One fault of a request; an error carries one or more, all with its own status. */
export interface Fault {
  detail: string;
  source?: FaultSource;
  /** Of a refusal (403). */
  refusedBy?: RefusingRule;
  /** Of a sign-in that needs a second factor, or has to enrol one: the challenge for the next step. */
  challenge?: string;
  /** If it differs from the code of the error. */
  code?: ErrorCode;
  /** Instead of `code`, for the codes of a project's own code. */
  face?: ErrorFace;
}

/** Faults of one error; and characters of a text or pointer of a fault, both of which may hold what the client has sent (D782). */
export const MAX_FAULTS = 100;
const MAX_TEXT = 1000;

const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

function limited(fault: Fault): Fault {
  const { detail, source } = fault;
  if (detail.length <= MAX_TEXT && (source?.pointer?.length ?? 0) <= MAX_TEXT) return fault;
  const pointer = source?.pointer === undefined ? {} : { pointer: shorten(source.pointer) };
  return { ...fault, detail: shorten(detail), ...(source && { source: { ...source, ...pointer } }) };
}

/** The first faults, and a note if there are more. */
function firstFaults(faults: readonly Fault[]): readonly Fault[] {
  const first = faults.slice(0, MAX_FAULTS).map(limited);
  if (faults.length <= MAX_FAULTS) return first;
  return [...first, { detail: `There are more errors; these are the first ${MAX_FAULTS}.` }];
}

/** An error for clients: `code` determines status and title, `faults` name each error and its place (D27). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, faults: string | Fault | readonly Fault[], headers: Record<string, string> = {}) {
    const given: readonly Fault[] =
      typeof faults === 'string' ? [{ detail: faults }] : Array.isArray(faults) ? faults : [faults];
    const list = firstFaults(given);
    super(list.map((fault) => fault.detail).join(' '));
    this.name = 'ApiError';
    this.code = code;
    this.faults = list;
    this.headers = headers;
  }

  /** For clients. */
  get face(): ErrorFace {
    return { code: this.code, ...ERROR_CODES[this.code] };
  }

  get status(): number {
    return this.face.status;
  }

  /** The same error with another text. */
  withFaults(faults: readonly Fault[]): ApiError {
    return new ApiError(this.code, faults, { ...this.headers });
  }
}

export interface ErrorFace {
  code: string;
  status: number;
  title: string;
}

/** An error with the code, status and title of a project's own code (core/extensions, D315). */
export class ProjectError extends ApiError {
  readonly #face: ErrorFace;

  constructor(face: ErrorFace, faults: string | Fault | readonly Fault[]) {
    super('bad_request', faults);
    this.#face = face;
  }

  override get face(): ErrorFace {
    return this.#face;
  }

  override withFaults(faults: readonly Fault[]): ProjectError {
    return new ProjectError(this.#face, faults);
  }
}

/** 400 `invalid_data` for one place of the body. */
export const invalidData = (pointer: string, detail: string): ApiError =>
  new ApiError('invalid_data', { detail, source: { pointer } });

/** 400 `invalid_parameter` for a part of the path or the query. */
export const invalidParameter = (parameter: string, detail: string): ApiError =>
  new ApiError('invalid_parameter', { detail, source: { parameter } });

/** 404 for a resource that does not exist or that the caller must not know of. */
export const notFound = (what: string, pointer?: string): ApiError =>
  new ApiError('not_found', {
    detail: `${what} was not found.`,
    ...(pointer !== undefined && { source: { pointer } }),
  });
