// The language of a mail to somebody: a tag, of which the mail takes the nearest language that it is written in.
import type { RequestContext } from '../context.ts';
import { defaultLanguage } from '../settings.ts';

const MAX_HEADER = 1_000;

/** What the client asks for most, of `Accept-Language` (RFC 9110, 12.5.4). */
function preferred(header: string | undefined): string | undefined {
  const asked = (header ?? '')
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [, tag, weight = '1'] = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== undefined && weight > 0);
  // Of those with the same weight the first.
  return asked.sort((a, b) => b.weight - a.weight)[0]?.tag;
}

/** @param given language that the request names, which goes before all others */
export const mailLanguage = (
  given: string | null | undefined,
  context: Pick<RequestContext, 'access' | 'languages'>,
): string => given ?? preferred(context.languages) ?? defaultLanguage(context) ?? 'en';
