// The type of a file by its content alone.
import { normalizedName } from './media-names.ts';
import { isCleanText } from '../sample.ts';

/** Milliseconds. */
const TIME = 10_000;

/** Text formats that have a signature nevertheless. */
const SIGNED_TEXT: ReadonlySet<string> = new Set(
  (
    'application/xml application/pdf application/postscript application/rtf application/pgp-encrypted application/x-ms-regedit ' +
    'model/stl text/calendar text/vcard text/vtt'
  ).split(' '),
);

/** Loaded at first use, since it is large. */
const library = async () => import('file-type');

/** The canonical name of the type by its signature; undefined without one. @param text the beginning of a file that is text */
export async function sniff(file: string, text: string | undefined): Promise<string | undefined> {
  const { FileTypeParser } = await library();
  const found = await new FileTypeParser({ signal: AbortSignal.timeout(TIME) }).fromFile(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const name = normalizedName(found.mime);
  // A text about BMW begins like a BMP picture.
  return text !== undefined && isCleanText(text) && !SIGNED_TEXT.has(name) ? undefined : name;
}

let known: Promise<ReadonlySet<string>> | undefined;

/** Whether content of this type has a signature. @param name canonical */
export async function hasSignature(name: string): Promise<boolean> {
  known ??= library().then(({ supportedMimeTypes }) => new Set([...supportedMimeTypes].map(normalizedName)));
  return (await known).has(name);
}
