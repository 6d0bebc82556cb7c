// The link in a mail: a page that a client named, with its parameters (service.md 4.13, D259).

/**
 * `url` with `uuid` and `redirect_url` in its query, replacing existing ones; the rest is unchanged.
 * @param url absolute
 */
export function mailLink(url: string, parameters: { uuid?: string | undefined; redirect_url?: string | undefined }) {
  const link = new URL(url);
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, pair: `${name}=${encode(value)}` }],
  );
  // Not by searchParams, which would rewrite the whole query: `?a` as `?a=`, `%20` as `+`.
  const kept = link.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !added.some(({ name }) => name === nameOf(part)));
  link.search = [...kept, ...added.map(({ pair }) => pair)].join('&');
  return link.href;
}

const nameOf = (part: string): string | undefined => [...new URLSearchParams(part).keys()][0];

/** Half of a surrogate pair cannot be encoded. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
