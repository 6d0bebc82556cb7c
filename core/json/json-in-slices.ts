// The JSON of a document of any length, made in turns of the event loop (D771).
import { crc32 } from 'node:zlib';
import { runInSlices } from '../event-loop-turns.ts';

/** From this number of characters on, the text is a buffer: a long string would be encoded in one turn when it is sent. */
const LONG = 262_144;

/** Items of a list are written together that have about this number of characters. */
const GROUP = 32_768;

function* itemsOf(list: readonly unknown[]): Generator<string> {
  for (let [from, size] = [0, 1]; from < list.length;) {
    const text = JSON.stringify(list.slice(from, from + size)).slice(1, -1);
    yield from === 0 ? text : `,${text}`;
    from += size;
    size = text.length < GROUP ? size * 2 : Math.ceil(size / 2);
  }
}

/** The pieces of a document: one for each of its members, several for a list. */
function* pieces(document: object): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(document)) {
    // undefined for a value that JSON leaves out.
    const text: string | undefined = Array.isArray(value) ? '[' : JSON.stringify(value);
    if (text === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:${text}`;
    if (Array.isArray(value)) {
      yield* itemsOf(value);
      yield ']';
    }
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Characters after which other requests may be served: most pieces have a few. */
const SLICE = 8_192;

/** The pieces of a document, as many together as are worth a look at the turn. */
function* slices(document: object): Generator<string> {
  let text = '';
  for (const piece of pieces(document)) {
    text += piece;
    if (text.length < SLICE) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function joined(buffers: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(buffers.reduce((length, each) => length + each.length, 0));
  let [next, at] = [0, 0];
  await runInSlices(() => {
    const buffer = buffers[next++];
    if (buffer) at += buffer.copy(whole, at);
    return buffer !== undefined;
  });
  return whole;
}

/** Only lists are divided. */
const isDivided = (document: object): boolean => Object.values(document).some(Array.isArray);

const encoded = (text: string): string | Buffer => (text.length < LONG ? text : Buffer.from(text));

/** The same text as that of JSON.stringify. */
export async function jsonInSlices(document: object): Promise<string | Buffer> {
  if (!isDivided(document)) return encoded(JSON.stringify(document));
  const steps = slices(document);
  const buffers: Buffer[] = [];
  let text = '';
  await runInSlices(() => {
    const { value, done } = steps.next();
    if (done) return false;
    text += value;
    if (text.length < LONG) return true;
    buffers.push(Buffer.from(text));
    text = '';
    return true;
  });
  return buffers.length === 0 ? text : joined([...buffers, Buffer.from(text)]);
}

/** CRC-32 of the same text. */
export async function jsonChecksum(document: object): Promise<string> {
  let checksum = 0;
  const steps = slices(document);
  await runInSlices(() => {
    const { value, done } = steps.next();
    if (!done) checksum = crc32(value, checksum);
    return !done;
  });
  return checksum.toString(36);
}
