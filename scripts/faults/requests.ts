// Requests to a service under faults, and whether their responses are such as a client may get.
import type { Ledger } from './ledger.ts';
import type { FaultyService } from './service-process.ts';

const JSON_API = 'application/vnd.api+json';
/** Longer than the service may take to response, also while it has no database. */
const PATIENCE_MS = 20_000;

interface Received {
  /** undefined: none came. */
  status: number | undefined;
  text: string;
  mayRetry: boolean;
  etag: string | undefined;
}

export interface Answer {
  isAcknowledged: boolean;
  etag: string | undefined;
  /** Of the resource, where there is one. */
  id: string;
  text: string;
}

export interface Sent {
  service: FaultyService;
  method: string;
  path: string;
  /** A text is sent as a file. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Requests {
  /** Of the administrator that it sends as. */
  token: string;
  /**
   * Sends a write to be acknowledged: a response other than success or 503 with `Retry-After` is recorded, unless its
   * process was disturbed.
   */
  send(sent: Sent): Promise<Answer>;
  /** Times of acknowledged writes, by `performance.now()`. */
  acknowledgements: number[];
  /** Responses that no fault explains, one line each. */
  violations: string[];
}

async function received(url: string, init: RequestInit): Promise<Received> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, headers } = response;
    return {
      status,
      text: await response.text(),
      mayRetry: headers.has('retry-after'),
      etag: headers.get('etag') ?? undefined,
    };
  } catch {
    return { status: undefined, text: '', mayRetry: false, etag: undefined };
  }
}

function idIn(text: string): string {
  const { data } = (text === '' ? {} : JSON.parse(text)) as { data?: { id?: string } };
  return data?.id ?? '';
}

export function createRequests(token: string, ledger: Pick<Ledger, 'acknowledged'>): Requests {
  const acknowledgements: number[] = [];
  const violations: string[] = [];

  function judge({ disturbed, name }: FaultyService, what: string, began: number, answer: Received): void {
    const isDisturbed = disturbed.to >= began && disturbed.from <= performance.now();
    if (isDisturbed || (answer.status === 503 && answer.mayRetry)) return;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    violations.push(`${name} ${what}: ${answer.status ?? 'no answer'} after ${seconds} s ${answer.text.slice(0, 300)}`);
  }

  return {
    token,
    acknowledgements,
    violations,
    async send({ service, method, path, body, headers }) {
      const began = performance.now();
      const isFile = typeof body === 'string';
      const type = isFile ? 'text/plain' : JSON_API;
      const answer = await received(service.url + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, Accept: JSON_API, 'Content-Type': type, ...headers },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const isAcknowledged = answer.status !== undefined && answer.status < 300;
      if (isAcknowledged) {
        ledger.acknowledged++;
        acknowledgements.push(performance.now());
      } else judge(service, `${method} ${path}`, began, answer);
      const { etag, text } = answer;
      return { isAcknowledged, etag, text, id: isAcknowledged ? idIn(text) : '' };
    },
  };
}
