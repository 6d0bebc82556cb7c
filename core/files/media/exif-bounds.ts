// Whether an EXIF block can be read in bounded time. A reader takes the length of each value from its tag, and any number of
// tags may point at the same bytes, so a block of 64 KB could keep a reader busy for a minute.

/** Maximum size in a JPEG, bytes. */
const MAX_BLOCK = 65_536;
const MAX_TAGS = 500;

/** Bytes of one value, by type (1 to 12); other types are not read. */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

const LONG = 4;
const EXIF = 0x8769;
const GPS = 0x8825;
const INTEROPERABILITY = 0xa005;
const DIRECTORIES: ReadonlySet<number> = new Set([EXIF, GPS, INTEROPERABILITY]);

/** Thrown by the walk only. */
class OutOfBounds extends Error {}

interface Walk {
  /** From the byte order mark on: offsets count from there. */
  block: DataView;
  littleEndian: boolean;
  /** Offsets of directories, read or to be read. */
  seen: Set<number>;
  waiting: number[];
  tags: number;
  /** Total bytes of all values. */
  bytes: number;
}

function visitLater({ seen, waiting }: Walk, place: number): void {
  if (place === 0) return;
  if (seen.has(place)) throw new OutOfBounds();
  seen.add(place);
  waiting.push(place);
}

function countTag(walk: Walk, place: number): void {
  const { block, littleEndian } = walk;
  const tag = block.getUint16(place, littleEndian);
  const type = block.getUint16(place + 2, littleEndian);
  const count = block.getUint32(place + 4, littleEndian);
  const value = block.getUint32(place + 8, littleEndian);
  walk.tags++;
  walk.bytes += count * (VALUE_BYTES[type] ?? 0);
  if (walk.tags > MAX_TAGS || walk.bytes > block.byteLength) throw new OutOfBounds();
  if (!DIRECTORIES.has(tag)) return;
  if (type !== LONG || count !== 1) throw new OutOfBounds();
  visitLater(walk, value);
}

function walkDirectory(walk: Walk, place: number): void {
  const { block, littleEndian } = walk;
  // Readers ignore a value outside of the block.
  if (place + 2 > block.byteLength) return;
  const end = place + 2 + 12 * block.getUint16(place, littleEndian);
  for (let tag = place + 2; tag < end; tag += 12) countTag(walk, tag);
  if (end + 4 <= block.byteLength) visitLater(walk, block.getUint32(end, littleEndian));
}

/** False for a truncated block, and for bytes that are not EXIF. @param exif with or without a leading `Exif\0\0` */
export function isReadableExif(exif: Buffer): boolean {
  if (exif.length > MAX_BLOCK) return false;
  const content = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const mark = content.toString('latin1', 0, 4);
  if (content.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return false;
  const block = new DataView(content.buffer, content.byteOffset, content.length);
  const littleEndian = mark === 'II*\0';
  const walk: Walk = { block, littleEndian, seen: new Set(), waiting: [], tags: 0, bytes: 0 };
  try {
    visitLater(walk, block.getUint32(4, littleEndian));
    for (const place of walk.waiting) walkDirectory(walk, place);
    return true;
  } catch (error) {
    if (error instanceof OutOfBounds || error instanceof RangeError) return false;
    throw error;
  }
}
