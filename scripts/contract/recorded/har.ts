// Recorded traffic: HAR 1.2, as browsers, proxies and test runners write it (http://www.softwareishard.com/blog/har-12-spec/).
import { ContractError, readGivenFile } from '../contract-error.ts';

interface Pair {
  name: string;
  value: string;
}

interface HarEntry {
  request?: { method?: string; url?: string; headers?: Pair[]; postData?: { mimeType?: string; text?: string } };
  response?: {
    status?: number;
    headers?: Pair[];
    content?: { size?: number; text?: string; encoding?: string };
  };
}

/** A request and its response. */
export interface Recorded {
  method: string;
  url: URL;
  /** Names in lower case. */
  requestHeaders: Record<string, string>;
  /** Undefined without a body, and for one that was not recorded. */
  body: string | undefined;
  status: number;
  headers: Record<string, string>;
  /** Undefined for a body that was not recorded. */
  text: string | undefined;
}

/** HTTP/2 writes `:authority` and the like among the headers. */
function headersOf(pairs: readonly Pair[] = []): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    if (!key.startsWith(':')) headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return headers;
}

function textOf({ size = 0, text, encoding }: { size?: number; text?: string; encoding?: string }): string | undefined {
  if (text === undefined) return size > 0 ? undefined : '';
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}

/** @returns nothing for a request without a response, such as one that was aborted */
function readEntry({ request = {}, response = {} }: HarEntry): Recorded[] {
  if (!request.method || !request.url || !response.status || !URL.canParse(request.url)) return [];
  const requestHeaders = headersOf(request.headers);
  if (request.postData?.mimeType) requestHeaders['content-type'] ??= request.postData.mimeType;
  return [
    {
      method: request.method.toUpperCase(),
      url: new URL(request.url),
      requestHeaders,
      body: request.postData?.text,
      status: response.status,
      headers: headersOf(response.headers),
      text: textOf(response.content ?? {}),
    },
  ];
}

/** @throws ContractError when the file cannot be read, or is no HAR */
export async function readHar(file: string): Promise<Recorded[]> {
  const text = await readGivenFile('--har', file);
  try {
    const { log } = JSON.parse(text.replace(/^\ufeff/, '')) as { log?: { entries?: HarEntry[] } };
    if (Array.isArray(log?.entries)) return log.entries.flatMap(readEntry);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
  }
  throw new ContractError(`--har: ${file} is not a HAR file: it has no log.entries`);
}
