// Downloads the live description of a service (D39), with a readable reason on failure.
import { SdkError } from './sdk-error.ts';

const timeoutMs = 60_000;

export interface DescriptionSource {
  /** Of the service, without trailing slash. */
  url: string;
  token?: string | undefined;
  apiKey?: string | undefined;
}

/** @returns the text of `/openapi.json`. @throws SdkError of one line */
export async function downloadDescription({ url, token, apiKey }: DescriptionSource): Promise<string> {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (apiKey !== undefined) headers.set('x-api-key', apiKey);
  const address = `${url}/openapi.json`;
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

/** Every project has the paths of sign-in and model. */
function isColophon(document: unknown): boolean {
  const paths = (document as { paths?: Record<string, unknown> } | null | undefined)?.paths ?? {};
  return '/auth' in paths && '/model/object_types' in paths;
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
    404: 'is --url right, with its path?',
  };
  const said = error?.detail === undefined ? '' : ` (${error.detail.replace(/\.$/, '')})`;
  return new SdkError(`${address} answered ${status}${said}: ${advice[status] ?? 'is --url right?'}`);
}
