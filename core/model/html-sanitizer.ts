// Removes code that browsers would run from rich text, if the configuration enables it (D631). The only file that uses
// the library.
import type { IOptions } from 'sanitize-html';
import type { Attribute, ResolvedType } from './model.ts';

/** Replaces rich text among the values of a write by its sanitized form. */
export type HtmlSanitizer = (type: Pick<ResolvedType, 'attribute'>, values: Record<string, unknown>) => void;

/** Elements of text, tables and pictures; no form, no frame, no style, and none that loads a document. */
const optionsOf = (allowedTags: readonly string[]): IOptions => ({
  allowedTags: [...allowedTags, ...'img picture source audio video track del ins details summary'.split(' ')],
  allowedAttributes: {
    '*': ['class', 'lang', 'dir', 'title', 'role', 'aria-*', 'data-*'],
    a: ['href', 'hreflang', 'target', 'rel', 'download'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    source: ['src', 'srcset', 'sizes', 'media', 'type', 'width', 'height'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    video: ['src', 'controls', 'loop', 'muted', 'preload', 'poster', 'width', 'height'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    details: ['open'],
    col: ['span'],
    colgroup: ['span'],
    td: ['colspan', 'rowspan', 'headers'],
    th: ['colspan', 'rowspan', 'headers', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'srcset', 'cite', 'poster'],
  allowProtocolRelative: true,
});

const isRichText = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'string' && attribute.schema['contentMediaType'] === 'text/html';

/** Loads the library. */
export async function openHtmlSanitizer(): Promise<HtmlSanitizer> {
  const { default: sanitize } = await import('sanitize-html');
  const options = optionsOf(sanitize.defaults.allowedTags);
  return (type, values) => {
    for (const [name, value] of Object.entries(values)) {
      // Text without a tag cannot run, and is kept unchanged: `Q & A` is not `Q &amp; A`.
      if (typeof value !== 'string' || !value.includes('<') || !isRichText(type.attribute.get(name))) continue;
      values[name] = sanitize(value, options);
    }
  };
}
