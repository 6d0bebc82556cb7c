// The language of a mail: a tag, to which the mail finds its nearest template.
import type { RequestContext } from '../context.ts';
import { defaultLanguage } from '../settings.ts';

const MAX_HEADER = 1_000;

/** The language that the client prefers, by `Accept-Language` (RFC 9110, 12.5.4). */
function preferred(header: string | undefined): string | undefined {
  const languages = (header ?? '')
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [, tag, weight = '1'] = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== undefined && weight > 0);
  // The first of those with the same weight.
  return languages.sort((a, b) => b.weight - a.weight)[0]?.tag;
}

/** @param given language of the request, which takes precedence */
export const mailLanguage = (
  given: string | null | undefined,
  context: Pick<RequestContext, 'access' | 'languages'>,
): string => given ?? preferred(context.languages) ?? defaultLanguage(context) ?? 'en';
