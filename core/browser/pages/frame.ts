// What every HTML page has around its content, and the addresses on it (D321). Pure.

import { humanName } from '../json-api-document.ts';
import { parseUrl } from '../../parse-url.ts';

export interface EndpointLink {
  path: string;
  label: string;
  /** Its objects are content. */
  isContent: boolean;
  methods: readonly string[];
}

/** Around the content of a page. */
export interface Frame {
  /** Public base without trailing slash; addresses that start with it are the service's own. */
  base: string;
  /** As requested, with its query, without credentials. */
  path: string;
  status: number;
  /** Where the stylesheet is, from the base. */
  stylesheet: string;
  /** Whether there is a page at a path, by the description. */
  isPage(path: string): boolean;
  /** What the caller may use. */
  endpoints: readonly EndpointLink[];
  /** The user who is signed in through the browser. */
  user: { name: string; csrf: string } | undefined;
}

export interface Crumb {
  label: string;
  /** undefined where nothing is, such as at `/model`. */
  href: string | undefined;
}

/** Where an address leads from a page: within the service, so that it works by whatever name the browser knows it, or away. */
export interface Address {
  href: string;
  isOwn: boolean;
}

/** Path that all own addresses start with, `''` for a service at the root of its host. */
const prefixOf = (base: string): string => new URL(base).pathname.replace(/\/+$/, '');

/**
 * @returns undefined for what is no http or https address: such as `javascript:`, which is shown as text
 */
export function addressOf(url: string, base: string): Address | undefined {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined;
  // A path that begins with two slashes is another host to browsers.
  if (rest !== undefined && /^(?:$|\/(?![/\\]))/.test(rest)) return { href: prefixOf(base) + rest, isOwn: true };
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(url) || !parseUrl(url)) return undefined;
  return { href: url, isOwn: false };
}

/** An own address by its path from the base. A browser takes `//` at the start for a host, and `/.//` for the same path here. */
export const ownHref = (path: string, { base }: Pick<Frame, 'base'>): string =>
  `${prefixOf(base)}${path.startsWith('//') ? '/.' : ''}${path}`;

/** A segment of a path as a person reads it: as it stands where it cannot be decoded. */
export const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Deeper than any page is. */
const MAX_CRUMBS = 8;

/**
 * The way from home to a page; the last one is the page itself.
 * @param labels by path: what is not called by the last part of its path
 */
export function crumbsOf(
  frame: Pick<Frame, 'base' | 'path' | 'isPage'>,
  labels: Readonly<Record<string, string>> = {},
): Crumb[] {
  const segments = (frame.path.split('?')[0] ?? '').split('/').filter(Boolean);
  const crumbs: Crumb[] = [{ label: 'Home', href: ownHref('/home', frame) }];
  segments.slice(0, MAX_CRUMBS).forEach((segment, index) => {
    if (index === 0 && segment === 'home') return;
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const label = Object.hasOwn(labels, path) ? labels[path] : undefined;
    crumbs.push({ label: label ?? decoded(segment), href: frame.isPage(path) ? ownHref(path, frame) : undefined });
  });
  return crumbs;
}

/** The page that a request path is shown at, with other query members. */
export function withQuery(path: string, query: URLSearchParams, frame: Pick<Frame, 'base'>): string {
  const text = query.size > 0 ? `?${query.toString()}` : '';
  return ownHref((path.split('?')[0] ?? '') + text, frame);
}

/** What is not written as its name is. */
const SPELLED: Readonly<Record<string, string>> = {
  'openapi.json': 'OpenAPI (JSON)',
  'openapi.yaml': 'OpenAPI (YAML)',
};

/** What a person calls a path: `/admin/async_jobs` -> `Admin: async jobs`. */
export const pathInWords = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((segment, index) => SPELLED[segment] ?? (index === 0 ? humanName(segment) : humanName(segment).toLowerCase()))
    .join(': ');

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The request of a page for a shell. No secret stands in it: a token is that of the variable TOKEN.
 * @param options.file media type of a file that is sent
 */
export function curlLine(frame: Frame, options: { method?: string; body?: unknown; file?: string } = {}): string {
  const { method = 'GET', body, file } = options;
  return [
    `curl -g ${method === 'GET' ? '' : `-X ${method} `}${quoted(frame.base + frame.path)}`,
    `-H 'Accept: application/vnd.api+json'`,
    ...(frame.user || method !== 'GET' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/vnd.api+json'`, `-d ${quoted(JSON.stringify(body))}`]),
    ...(file === undefined ? [] : [`-H 'Content-Type: ${file}'`, '--data-binary @picture.jpg']),
  ].join(' \\\n  ');
}
