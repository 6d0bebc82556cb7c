// Downloads the live description of a service (D39), with a readable reason on failure.
import { isRecord } from '../../../core/values.ts';
import { SdkError } from '../sdk-error.ts';

const timeoutMs = 60_000;

export interface DescriptionSource {
  /** Of the service, without trailing slash. */
  url: string;
  token?: string | undefined;
  apiKey?: string | undefined;
  /** Of the included operations; all by default. */
  tags?: readonly string[] | undefined;
  types?: readonly string[] | undefined;
  operations?: string | undefined;
  side?: string | undefined;
}

/** The address of the chosen part. */
function addressOf({ url, tags, types, operations, side }: DescriptionSource): string {
  const chosen = { types: types?.join(), tags: tags?.join(), operations, side };
  const query = Object.entries(chosen).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `${url}/openapi.json${query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`;
}

/** @returns the text of `/openapi.json`. @throws SdkError of one line */
export async function downloadDescription(source: DescriptionSource): Promise<string> {
  const { url, token, apiKey } = source;
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  const address = addressOf(source);
  const signal = AbortSignal.timeout(timeoutMs);
  // No redirects with the key, which fetch would send along.
  const response = await fetch(address, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
    throw explainNoAnswer(error, url);
  });
  if (response.status >= 300 && response.status < 400) throw explainRedirect(response, address);
  const body = await response.text().catch((error: unknown) => {
    throw explainNoAnswer(error, url);
  });
  if (!response.ok) throw explainRefusal(response.status, body, address);
  if (!isColophon(parse(body))) {
    throw new SdkError(`${address} is not a description of Colophon: is --url right?`);
  }
  return body;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Every description refers to the error codes of its service. */
function isColophon(document: unknown): boolean {
  const url = isRecord(document) && isRecord(document['externalDocs']) ? document['externalDocs']['url'] : undefined;
  return typeof url === 'string' && url.endsWith('/docs/errors');
}

function explainNoAnswer(error: unknown, url: string): SdkError {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return new SdkError(`${url} gave no answer within ${timeoutMs / 1000} s`);
  const reason = cause?.code ?? cause?.message ?? String(error);
  return new SdkError(`no answer from ${url} (${reason}): is the service running, and is --url right?`);
}

function explainRedirect({ status, headers }: Response, address: string): SdkError {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, address) ? new URL(location, address) : undefined;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  return new SdkError(`${address} redirects${where} (${status}): give the final address with --url`);
}

function explainRefusal(status: number, body: string, address: string): SdkError {
  const error = (parse(body) as { error?: { detail?: string } } | undefined)?.error;
  const advice: Record<number, string> = {
    401: 'give --token, or --api-key',
    403: 'give --api-key, or a --token that may read it',
    400: 'see --help',
    404: 'is --url right, with its path?',
  };
  const said = error?.detail === undefined ? '' : ` (${error.detail.replace(/\.$/, '')})`;
  return new SdkError(`${address} answered ${status}${said}: ${advice[status] ?? 'is --url right?'}`);
}
