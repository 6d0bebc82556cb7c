// The frame of every HTML page, and the addresses on it (D321). Pure.

import { humanName } from '../json-api-document.ts';
import { parseUrl } from '../../network/parse-url.ts';
import { shellWord } from '../../shell-word.ts';

export interface EndpointLink {
  path: string;
  label: string;
  /** Its objects are content. */
  isContent: boolean;
  methods: readonly string[];
}

/** The frame of a page's content. */
export interface Frame {
  /** Public base without trailing slash; addresses that start with it belong to the service. */
  base: string;
  /** As requested, with its query, without credentials. */
  path: string;
  status: number;
  /** Address of the stylesheet, from the base. */
  stylesheet: string;
  /** Whether there is a page at a path, by the description. */
  isPage(path: string): boolean;
  /** The permissions of the caller. */
  endpoints: readonly EndpointLink[];
  /** The user who is signed in through the browser. */
  user: { name: string; csrf: string } | undefined;
}

export interface Crumb {
  label: string;
  /** undefined for a path without a page, such as `/model`. */
  href: string | undefined;
}

/** The target of an address on a page: within the service, so that it works under any name of the host, or elsewhere. */
export interface Address {
  href: string;
  isOwn: boolean;
}

/** Parameters that choose a page of a list; under another order or condition a list begins at its first page. */
export const PAGE_PARAMETERS = ['page', 'page[number]', 'page[after]', 'page[before]'] as const;

/** Prefix of all own addresses, `''` for a service at the root of its host. */
const prefixOf = (base: string): string => new URL(base).pathname.replace(/\/+$/, '');

/** @returns undefined for addresses that are neither http nor https, such as `javascript:`, which are shown as text */
export function addressOf(url: string, base: string): Address | undefined {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined;
  // Browsers take a path with two slashes at its start for another host.
  if (rest !== undefined && /^(?:$|\/(?![/\\]))/.test(rest)) return { href: prefixOf(base) + rest, isOwn: true };
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(url) || !parseUrl(url)) return undefined;
  return { href: url, isOwn: false };
}

/**
 * An own address by its path from the base. A browser takes `//` at the start for a host, and `/.//` for the same path here.
 */
export const ownHref = (path: string, { base }: Pick<Frame, 'base'>): string =>
  `${prefixOf(base)}${path.startsWith('//') ? '/.' : ''}${path}`;

/** A readable segment of a path; unchanged where it cannot be decoded. */
export const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** More than the depth of any page. */
const MAX_CRUMBS = 8;

/**
 * The breadcrumbs from home to a page; the last one is the page itself.
 * @param labels by path: pages not named by the last part of their path
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

/** The page of a request path, with other query members. */
export function withQuery(path: string, query: URLSearchParams, frame: Pick<Frame, 'base'>): string {
  const text = query.size > 0 ? `?${query.toString()}` : '';
  return ownHref((path.split('?')[0] ?? '') + text, frame);
}

/** Names with a special spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  'openapi.json': 'OpenAPI (JSON)',
  'openapi.yaml': 'OpenAPI (YAML)',
};

/** A readable name of a path: `/admin/async_jobs` -> `Admin: async jobs`. */
export const pathInWords = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((segment, index) => SPELLED[segment] ?? (index === 0 ? humanName(segment) : humanName(segment).toLowerCase()))
    .join(': ');

/**
 * The request of a page for a shell. It contains no secret: the token is the variable TOKEN.
 * @param options.file media type of an uploaded file
 */
export function curlLine(frame: Frame, options: { method?: string; body?: unknown; file?: string } = {}): string {
  const { method = 'GET', body, file } = options;
  return [
    `curl -g ${method === 'GET' ? '' : `-X ${method} `}${shellWord(frame.base + frame.path)}`,
    `-H 'Accept: application/vnd.api+json'`,
    ...(frame.user || method !== 'GET' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/vnd.api+json'`, `-d ${shellWord(JSON.stringify(body))}`]),
    ...(file === undefined ? [] : [`-H 'Content-Type: ${file}'`, '--data-binary @picture.jpg']),
  ].join(' \\\n  ');
}
