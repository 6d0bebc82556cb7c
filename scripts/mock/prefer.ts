// The header Prefer (RFC 7240) of a request to the mock.
export interface Preferences {
  /** The status to respond with. */
  code?: string;
  /** The name of an example. */
  example?: string;
  /** Preferences whose value is none. Others than these two are left alone, as RFC 7240 says. */
  wrong: string[];
}

/** @param header such as `code=404, example="draft"` */
export function readPrefer(header: string | undefined): Preferences {
  const read: Preferences = { wrong: [] };
  for (const part of header?.split(/[,;]/) ?? []) {
    const [, name = '', value = ''] = /^\s*([^\s=]+)\s*(?:=\s*"?([^"]*?)"?)?\s*$/.exec(part) ?? [];
    if (name === 'code' && /^[1-5]\d\d$/.test(value)) read.code = value;
    else if (name === 'example' && value !== '') read.example = value;
    else if (name === 'code' || name === 'example') read.wrong.push(part.trim());
  }
  return read;
}
