// What the service refuses, as an error that says why.

/** One fault, as the service tells it. */
export interface Fault {
  status: string;
  /** One of the codes that the description lists (`ErrorCode`). */
  code: string;
  title: string;
  detail: string;
  source?: FaultSource;
}

/** Where a fault lies: a JSON pointer into the body, a query parameter, or a header. */
export interface FaultSource {
  pointer?: string;
  parameter?: string;
  header?: string;
}

/** Every answer with a status of 400 and above. An answer that never came is the error that `fetch` throws. */
export class ColophonError extends Error {
  override readonly name = 'ColophonError';
  /** Of HTTP. */
  readonly status: number;
  /** Of the first fault; `unknown` when something between here and the service has answered. */
  readonly code: string;
  /** Of the first fault that has one. */
  readonly source: FaultSource | undefined;
  /** All faults. */
  readonly errors: readonly Fault[];
  readonly response: Response;
  /** Of code `second_factor_required`: `signIn` takes it, with a code of the user's authenticator. */
  readonly challenge: string | undefined;

  /** @param body of the answer, as far as it could be read */
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
