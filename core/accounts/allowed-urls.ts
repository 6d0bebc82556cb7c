// URLs of pages that a mail may link to: a client names them, and a mail of ours must not lead anywhere else (D35).
import type { Access } from '../context.ts';
import { invalidData } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';

export interface AllowedUrlSettings {
  publicUrl?: string | undefined;
  nodeEnv: string;
}

const originOf = (text: string): string | undefined => {
  const url = parseUrl(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.origin : undefined;
};

/** `Auth.allowedUrls`: a list, or text with commas. */
function listed(setting: unknown): string[] {
  const parts: unknown[] = Array.isArray(setting) ? setting : typeof setting === 'string' ? setting.split(',') : [];
  return parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []));
}

/** Origins that are allowed; undefined when all are. */
function allowedOrigins(access: Pick<Access, 'setting'>, settings: AllowedUrlSettings): string[] | undefined {
  const urls = listed(access.setting('Auth.allowedUrls'));
  if (urls.length > 0) return urls.flatMap((url) => originOf(url) ?? []);
  if (settings.nodeEnv !== 'production') return undefined;
  return settings.publicUrl === undefined ? [] : [new URL(settings.publicUrl).origin];
}

/**
 * @param name of the member of the body that has the URL, such as `change_url`
 * @throws ApiError invalid_data: no http(s) URL, one with a user, or with an origin that is not allowed
 */
export function assertAllowedUrl(
  url: string,
  name: string,
  { access }: { access: Pick<Access, 'setting'> },
  settings: AllowedUrlSettings,
): void {
  const origin = originOf(url);
  if (origin === undefined) throw invalidData(`/${name}`, `[${name}.url]: An http or https URL is expected.`);
  const allowed = allowedOrigins(access, settings);
  if (allowed && !allowed.includes(origin)) {
    throw invalidData(`/${name}`, `[${name}.allowed]: URLs of "${origin.slice(0, 200)}" are not allowed here.`);
  }
}
