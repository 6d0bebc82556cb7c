// Duration and size of films in MP4 and QuickTime files, read from a few boxes (ISO/IEC 14496-12) anywhere in the file:
// libraries for sound do not read the size.
import { open, type FileHandle } from 'node:fs/promises';

export interface MediaFacts {
  /** Pixels; null for sound. */
  width: number | null;
  height: number | null;
  /** Seconds. */
  duration: number | null;
  /** It has a video track; undefined when unknown. */
  hasVideo: boolean | undefined;
}

interface Box {
  type: string;
  /** Of the content, in bytes from the beginning of the file; the end is excluded. */
  start: number;
  end: number;
}

/** Maximum of boxes that are read: a file may hold millions. */
const MAX_BOXES = 2_000;
const MAX_CONTENT = 128;
const MAX_SIDE = 65_535;

interface Reading {
  handle: FileHandle;
  left: number;
}

async function bytes({ handle }: Reading, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

async function boxAt(reading: Reading, at: number, end: number): Promise<Box | undefined> {
  const head = await bytes(reading, at, 16);
  if (head.length < 8) return undefined;
  const short = head.readUInt32BE(0);
  if (short === 1 && head.length < 16) return undefined;
  const length = short === 0 ? end - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const start = at + (short === 1 ? 16 : 8);
  // A truncated or oversized box ends with its parent.
  return at + length < start
    ? undefined
    : { type: head.toString('latin1', 4, 8), start, end: Math.min(at + length, end) };
}

async function boxesIn(reading: Reading, start: number, end: number): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && reading.left > 0; reading.left--) {
    const box = await boxAt(reading, at, end);
    if (!box) break;
    found.push(box);
    at = box.end;
  }
  return found;
}

async function contentOf(reading: Reading, box: Box | undefined): Promise<Buffer | undefined> {
  return box && bytes(reading, box.start, Math.min(box.end - box.start, MAX_CONTENT));
}

const named = (boxes: readonly Box[], type: string): Box | undefined => boxes.find((box) => box.type === type);

function secondsOf(header: Buffer): number | null {
  const long = header[0] === 1;
  if (header.length < (long ? 32 : 20)) return null;
  const scale = header.readUInt32BE(long ? 20 : 12);
  const units = long ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  // All ones: unknown. A fragmented film has no duration here.
  const known = scale > 0 && units > 0 && units !== 0xffff_ffff && units < Number.MAX_SAFE_INTEGER;
  return known ? units / scale : null;
}

/** Size as displayed: the matrix may rotate it. */
function sizeOf(header: Buffer): { width: number; height: number } | undefined {
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return undefined;
  const width = Math.round(header.readUInt32BE(matrix + 36) / 65_536);
  const height = Math.round(header.readUInt32BE(matrix + 40) / 65_536);
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return undefined;
  const turned = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0;
  return turned ? { width: height, height: width } : { width, height };
}

async function handlerOf(reading: Reading, track: readonly Box[]): Promise<string | undefined> {
  const media = named(track, 'mdia');
  const handler = media && named(await boxesIn(reading, media.start, media.end), 'hdlr');
  return (await contentOf(reading, handler))?.toString('latin1', 8, 12);
}

async function videoTrack(reading: Reading, movie: readonly Box[]): Promise<Omit<MediaFacts, 'duration'>> {
  let hasVideo = false;
  for (const { start, end } of movie.filter((box) => box.type === 'trak')) {
    const track = await boxesIn(reading, start, end);
    if ((await handlerOf(reading, track)) !== 'vide') continue;
    hasVideo = true;
    const header = await contentOf(reading, named(track, 'tkhd'));
    const size = header && sizeOf(header);
    if (size) return { ...size, hasVideo };
  }
  return { width: null, height: null, hasVideo };
}

/** @param size of the file in bytes. Unreadable values are null. */
export async function readMp4(file: string, size: number): Promise<MediaFacts> {
  const handle = await open(file, 'r');
  try {
    const reading: Reading = { handle, left: MAX_BOXES };
    const movie = named(await boxesIn(reading, 0, size), 'moov');
    if (!movie) return { width: null, height: null, duration: null, hasVideo: undefined };
    const parts = await boxesIn(reading, movie.start, movie.end);
    const header = await contentOf(reading, named(parts, 'mvhd'));
    return { ...(await videoTrack(reading, parts)), duration: header ? secondsOf(header) : null };
  } finally {
    await handle.close();
  }
}
