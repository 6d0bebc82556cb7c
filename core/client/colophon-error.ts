// A refusal of the service as an error with the reason.

/** One fault, as in the response. */
export interface Fault {
  status: string;
  /** One of the codes that the description lists (`ErrorCode`). */
  code: string;
  title: string;
  detail: string;
  source?: FaultSource;
}

/** The place of a fault: a JSON pointer into the body, a query parameter, or a header. */
export interface FaultSource {
  pointer?: string;
  parameter?: string;
  header?: string;
}

/** Every response with a status of 400 and above; the message is that of the first fault, with its code and place. Without a response `fetch` throws its own error. */
export class ColophonError extends Error {
  override readonly name = 'ColophonError';
  /** Of HTTP. */
  readonly status: number;
  /** Of the first fault; `unknown` for a response of another server, such as a proxy. */
  readonly code: string;
  /** Of the first fault that has one. */
  readonly source: FaultSource | undefined;
  /** All faults. */
  readonly errors: readonly Fault[];
  readonly response: Response;
  /** Of code `second_factor_required`: `signIn` accepts it, with a code of the user's authenticator. */
  readonly challenge: string | undefined;

  /** @param body of the response, as far as it could be read */
  constructor(response: Response, body: unknown) {
    const errors = faultsOf(body);
    super(errors[0] ? textOf(errors[0]) : `${response.url} answered ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = errors[0]?.code ?? 'unknown';
    this.source = errors.find((fault) => fault.source)?.source;
    this.errors = errors;
    this.response = response;
    this.challenge = challengeOf(body);
  }

  /** The first fault at a field, a parameter or a header: a pointer such as `/data/attributes/title`, or its last part. */
  at(place: string): Fault | undefined {
    const isThere = ({ source: { pointer, parameter, header } = {} }: Fault): boolean =>
      [pointer, parameter, header].some((text) => text === place || text?.endsWith(`/${place}`));
    return this.errors.find(isThere);
  }
}

/** With its code and its place, since a log shows nothing else. */
function textOf({ detail, code, source: { pointer, parameter, header } = {} }: Fault): string {
  const place = pointer ?? parameter ?? header;
  return `${detail} (${place === undefined ? code : `${code} at ${place}`})`;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isFault = (value: unknown): value is Fault =>
  ['status', 'code', 'title', 'detail'].every((name) => typeof memberOf(value, name) === 'string');

function challengeOf(body: unknown): string | undefined {
  const challenge = ['error', 'meta', 'challenge'].reduce(memberOf, body);
  return typeof challenge === 'string' ? challenge : undefined;
}

function faultsOf(body: unknown): Fault[] {
  const errors = memberOf(body, 'errors');
  return Array.isArray(errors) ? errors.filter(isFault) : [];
}
