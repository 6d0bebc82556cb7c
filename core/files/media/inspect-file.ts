// Inspection of a received file: its type and its metadata, from its content (D32).
import { ApiError } from '../../errors.ts';
import { fittingType } from '../declared-type.ts';
import type { UploadLimits } from '../file-services.ts';
import { atContentType, declaredName, isAmong } from './media-names.ts';
import { readMedia } from './media-length.ts';
import { readMp4, type MediaFacts } from './mp4-boxes.ts';
import { refusePolyglot } from './polyglots.ts';
import { readPicture } from './raster-picture.ts';
import type { ReceivedFile } from '../receive-file.ts';
import { takeSample, decodeText, type Sample } from '../sample.ts';
import { sniff } from './sniff.ts';
import { readSvg } from './svg-picture.ts';

/** Metadata from the content. */
interface Facts {
  /** Canonical media type, lower case, without parameters. */
  mime_type: string;
  width: number | null;
  height: number | null;
  /** Seconds, to the ms. */
  duration: number | null;
  file_metadata: Record<string, unknown> | null;
}

export interface InspectedFile extends ReceivedFile, Facts {}

/** Declarations of the client. */
export interface Declared {
  fileName: string;
  /** Media type; undefined without one. */
  declared: string | undefined;
}

const NO_MEDIA_FACTS = { width: null, height: null, duration: null, file_metadata: null };

const MP4 = /^(?:audio|video)\/(?:mp4|quicktime|x-m4v|3gpp2?)$/;

/** Containers of films can hold sound alone as well, under another name. */
const SOUND_IN: Readonly<Record<string, string>> = {
  'video/mp4': 'audio/mp4',
  'video/webm': 'audio/webm',
  'video/matroska': 'audio/matroska',
};

/** @throws ApiError file_type_forbidden */
export function assertAllowed(names: readonly (string | undefined)[], forbidden: readonly string[]): void {
  const name = names.find((found) => found !== undefined && isAmong(found, forbidden));
  if (name === undefined) return;
  throw new ApiError('file_type_forbidden', atContentType(`Files of the type ${name} are not accepted.`));
}

const toMilliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1_000) / 1_000;

async function timedMedia(file: ReceivedFile, mimeType: string, declared: boolean): Promise<Facts> {
  const facts: MediaFacts = MP4.test(mimeType) ? await readMp4(file.path, file.size) : await readMedia(file.path);
  const sound = declared || facts.hasVideo !== false ? undefined : SOUND_IN[mimeType];
  const { width, height } = facts;
  return { mime_type: sound ?? mimeType, width, height, duration: toMilliseconds(facts.duration), file_metadata: null };
}

interface Known {
  mimeType: string;
  declared: boolean;
  sample: Sample;
}

async function factsOf(file: ReceivedFile, { mimeType, declared, sample }: Known, maxPixels: number): Promise<Facts> {
  if (mimeType === 'image/svg+xml') return { ...NO_MEDIA_FACTS, mime_type: mimeType, ...readSvg(sample) };
  const [kind] = mimeType.split('/');
  if (kind !== 'image' && kind !== 'audio' && kind !== 'video') return { ...NO_MEDIA_FACTS, mime_type: mimeType };
  refusePolyglot(mimeType, sample, file.size);
  if (kind !== 'image') return timedMedia(file, mimeType, declared);
  return { ...NO_MEDIA_FACTS, mime_type: mimeType, ...(await readPicture(file.path, { mimeType, sample, maxPixels })) };
}

/** @throws ApiError bad_request, unsupported_media_type, file_type_mismatch, file_type_forbidden, unreadable_file */
export async function inspectFile(
  file: ReceivedFile,
  { declared: given, fileName }: Declared,
  { uploadForbiddenTypes: forbidden, imageMaxPixels }: UploadLimits,
): Promise<InspectedFile> {
  const declared = declaredName(given);
  const sample = await takeSample(file.path, file.size);
  const text = decodeText(sample);
  const sniffed = await sniff(file.path, text);
  assertAllowed([sniffed, declared], forbidden);
  const mimeType = await fittingType(declared, { sniffed, text: text !== undefined, fileName });
  const known = { mimeType, declared: declared !== undefined, sample };
  const facts = await factsOf(file, known, imageMaxPixels);
  assertAllowed([facts.mime_type], forbidden);
  return { ...file, ...facts };
}
