// URLs of pages that a mail may link to: a client names them, and a mail of this service must not lead elsewhere (D35).
import type { Access } from '../context.ts';
import { invalidData } from '../errors.ts';
import { parseUrl } from '../network/parse-url.ts';
import { isOwnPage, isPage, type OwnPages } from '../config/reach.ts';

const pageOf = (text: string): URL | undefined => {
  const url = parseUrl(text);
  return url && isPage(url) ? url : undefined;
};

/** `Auth.allowedUrls`: a list, or text with commas. */
function listed(setting: unknown): string[] {
  const parts: unknown[] = Array.isArray(setting) ? setting : typeof setting === 'string' ? setting.split(',') : [];
  return parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []));
}

/**
 * @param name of the member of the body with the URL, such as `change_url`
 * @throws ApiError invalid_data: no http(s) URL, one with a user, or one with another origin
 */
export function assertAllowedUrl(
  url: string,
  name: string,
  { access }: { access: Pick<Access, 'setting'> },
  own: OwnPages,
): void {
  const page = pageOf(url);
  if (!page) throw invalidData(`/${name}`, `[${name}.url]: An http or https URL is expected.`);
  // Those with a listed origin; without a list, with the service's own (D35, D372).
  const urls = listed(access.setting('Auth.allowedUrls'));
  if (urls.length > 0 ? urls.some((each) => pageOf(each)?.origin === page.origin) : isOwnPage(page, own)) return;
  const remedy = 'An administrator lists allowed origins in the configuration entry Auth.allowedUrls.';
  const refused = `URLs of "${page.origin.slice(0, 200)}" are not allowed here.`;
  throw invalidData(`/${name}`, `[${name}.allowed]: ${refused} ${remedy}`);
}
