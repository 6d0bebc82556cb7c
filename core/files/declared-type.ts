// Checks the declared type against the content, and chooses the stored one (D32).
import { ApiError } from '../errors.ts';
import { ANY_BYTES, atContentType, isText, nameOfExtension } from './media/media-names.ts';
import { hasSignature } from './media/sniff.ts';

/** Types with the same or nearly the same signature. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  'audio/mp4 video/mp4 video/x-m4v video/quicktime video/3gpp video/3gpp2 audio/3gpp audio/3gpp2 application/mp4',
  'video/webm audio/webm video/matroska audio/matroska',
  'audio/ogg video/ogg application/ogg',
  'application/vnd.ms-asf application/vnd.rn-realmedia',
  'video/mpeg video/mp2t audio/mpeg',
  'image/heic image/heif image/heic-sequence image/heif-sequence image/avif image/avif-sequence',
  'image/png image/apng',
  'image/jp2 image/jpx image/jpm image/j2c image/mj2',
  'image/tiff image/x-adobe-dng image/x-canon-cr2 image/x-nikon-nef image/x-sony-arw image/x-olympus-orf image/x-panasonic-rw2',
  'font/ttf font/otf font/collection',
  'application/pdf application/illustrator application/vnd.adobe.illustrator application/postscript',
  'application/rtf application/msword',
].map((names) => new Set(names.split(' ')));

/** Container formats of many others, by the names of these. */
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /\+zip$|openxmlformats|opendocument|macroenabled|^application\/(?:java-archive|vnd\.android\.package-archive|x-xpinstall)$|^model\/3mf$/,
  'application/x-cfb': /^application\/(?:vnd\.ms-|msword|vnd\.visio|x-msi)/,
};
const GENERAL: ReadonlySet<string> = new Set(
  'application/zip application/gzip application/x-cfb application/x-sqlite3 application/x-tar'.split(' '),
);

/** Kinds that are displayed and played: unrecognised content is never one of them. */
const isMedia = (name: string): boolean => /^(?:image|audio|video)\//.test(name);

const kind = (name: string): string => name.slice(0, name.indexOf('/'));

interface Content {
  /** Canonical name of the type by its signature. */
  sniffed: string | undefined;
  /** It is text. */
  text: boolean;
  fileName: string;
}

const mismatch = (detail: string): ApiError => new ApiError('file_type_mismatch', atContentType(detail));

/** One of two names for the same content: a signature does not show, as the client may, that a film has no picture. */
const nameWithin = (declared: string, sniffed: string): string =>
  kind(declared) === kind(sniffed) || kind(declared) === 'application' ? sniffed : declared;

async function isKeptIn(declared: string, sniffed: string): Promise<boolean> {
  if (CONTAINERS[sniffed]?.test(declared)) return true;
  return GENERAL.has(sniffed) && !isMedia(declared) && !isText(declared) && !(await hasSignature(declared));
}

/** A type guessed from the first characters of a text is less precise than the declared one. */
const isTextOf = (declared: string, sniffed: string): boolean =>
  isText(declared) && (isText(sniffed) || declared === 'text/plain') && sniffed !== 'application/pdf';

async function withSignature(declared: string, sniffed: string, text: boolean): Promise<string> {
  if (declared === sniffed) return sniffed;
  if (FAMILIES.some((family) => family.has(declared) && family.has(sniffed))) return nameWithin(declared, sniffed);
  // An office document is a ZIP archive, and is stored with its own type.
  if (CONTAINERS[declared]?.test(sniffed)) return sniffed;
  if ((await isKeptIn(declared, sniffed)) || (text && isTextOf(declared, sniffed))) return declared;
  throw mismatch(`The content is ${sniffed}, but it is declared as ${declared}.`);
}

async function withoutSignature(declared: string, text: boolean): Promise<string> {
  if (isText(declared)) {
    if (text) return declared;
    throw mismatch(
      `It is declared as ${declared}, but the content is neither text in UTF-8 nor in UTF-16 with a byte order mark.`,
    );
  }
  if (isMedia(declared) || (await hasSignature(declared))) {
    throw mismatch(`It is declared as ${declared}, but the content is not.`);
  }
  return declared;
}

/** Without a declared type; the extension of the name decides where the signature is ambiguous. */
async function undeclared({ sniffed, text, fileName }: Content): Promise<string> {
  const named = nameOfExtension(fileName);
  if (sniffed === undefined) return text && named && isText(named) ? named : ANY_BYTES;
  if (named === undefined) return sniffed;
  if (isText(sniffed)) return isText(named) ? named : sniffed;
  return (await isKeptIn(named, sniffed)) ? named : sniffed;
}

/** The type to store a file with. @param declared canonical name; undefined without one @throws ApiError file_type_mismatch */
export async function fittingType(declared: string | undefined, content: Content): Promise<string> {
  if (declared === undefined) return undeclared(content);
  const { sniffed, text } = content;
  return sniffed === undefined ? withoutSignature(declared, text) : withSignature(declared, sniffed, text);
}
