// The items of a large JSON document, as a stream: those of `data`, or of a top-level array.
import type { Readable } from 'node:stream';

const isSpace = (char: string): boolean => /[\s\uFEFF]/.test(char);

interface Scan {
  /** The present position: at the start, in members of the document, in its items, or after them. */
  state: 'start' | 'members' | 'items' | 'end';
  /** The items are those of `data`, after which other members follow. */
  isDocument: boolean;
  /** Depth within the present item or member; 0 between two of them. */
  depth: number;
  inString: boolean;
  escaped: boolean;
  text: string;
}

function readString(scan: Scan, char: string): void {
  scan.text += char;
  if (scan.escaped) scan.escaped = false;
  else if (char === '\\') scan.escaped = true;
  else if (char === '"') scan.inString = false;
}

/** @throws SyntaxError */
function readStart(scan: Scan, char: string): void {
  if (isSpace(char)) return;
  if (char !== '[' && char !== '{') throw new SyntaxError('A document is an object with "data", or an array.');
  scan.state = char === '[' ? 'items' : 'members';
}

/** @throws SyntaxError */
function readValue(scan: Scan, char: string): void {
  if (char === '"') scan.inString = true;
  else if (char === '{' || char === '[') scan.depth += 1;
  else if (char === '}' || char === ']') scan.depth -= 1;
  if (scan.depth < 0) throw new SyntaxError('A closing bracket has no opening one.');
  scan.text += char;
}

/** The JSON of the items that end here, one at most. @throws SyntaxError */
function finish(scan: Scan): string[] {
  const text = scan.text.trim();
  scan.text = '';
  if (text === '') return [];
  if (scan.state === 'items') {
    JSON.parse(text);
    return [text];
  }
  // Members other than `data` are skipped.
  if (!/^"(?:[^"\\]|\\.)*"\s*:/s.test(text)) throw new SyntaxError('A member of the document is not JSON.');
  return [];
}

/** @returns the items that end with this character @throws SyntaxError */
function read(scan: Scan, char: string): string[] {
  if (scan.state === 'end') {
    if (!scan.isDocument && !isSpace(char)) throw new SyntaxError('Something follows the document.');
    return [];
  }
  if (scan.state === 'start') {
    readStart(scan, char);
    return [];
  }
  if (scan.inString) {
    readString(scan, char);
    return [];
  }
  if (scan.depth === 0 && scan.state === 'members' && char === '[' && /^\s*"data"\s*:\s*$/.test(scan.text)) {
    Object.assign(scan, { state: 'items', isDocument: true, text: '' });
    return [];
  }
  const closing = scan.state === 'items' ? ']' : '}';
  if (scan.depth > 0 || (char !== ',' && char !== closing)) {
    readValue(scan, char);
    return [];
  }
  const items = finish(scan);
  if (char === closing) scan.state = 'end';
  return items;
}

/** @returns the JSON of each item @throws SyntaxError for invalid JSON */
export async function* readJsonItems(input: Readable): AsyncGenerator<string> {
  const scan: Scan = { state: 'start', isDocument: false, depth: 0, inString: false, escaped: false, text: '' };
  input.setEncoding('utf8');
  for await (const chunk of input as AsyncIterable<string>) {
    for (const char of chunk) yield* read(scan, char);
  }
  if (scan.state !== 'end') throw new SyntaxError('The document ends in the middle.');
}
