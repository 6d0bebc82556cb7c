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

/** Every response with a status of 400 and above. Without a response `fetch` throws its own error. */
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
    super(errors[0]?.detail ?? `${response.url} answered ${response.status} ${response.statusText}`.trim());
    this.status = response.status;
    this.code = errors[0]?.code ?? 'unknown';
    this.source = errors.find((fault) => fault.source)?.source;
    this.errors = errors;
    this.response = response;
    this.challenge = challengeOf(body);
  }

  /** The first fault at a field, a parameter or a header: a pointer such as `/data/attributes/title`, or its last part. */
  at(place: string): Fault | undefined {
    const isThere = (fault: Fault): boolean =>
      Object.values(fault.source ?? {}).some((text) => text === place || (text as string).endsWith(`/${place}`));
    return this.errors.find(isThere);
  }
}

function challengeOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: { meta?: { challenge?: string } } };
  return error?.meta?.challenge;
}

function faultsOf(body: unknown): Fault[] {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors;
  return Array.isArray(errors) ? (errors as Fault[]) : [];
}
