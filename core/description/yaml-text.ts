// JSON text as YAML in block style, token by token: no value is made of it, so that a large description costs little (D726).
// Strings and keys stay as JSON writes them, which YAML reads too, unless they are plain words or texts of several lines.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;

/** Strings that YAML reads as they are, without quotes. */
const PLAIN = /^"[A-Za-z/$_](?:[\w./$+@(){}=;?'-]|,(?!")| (?![ #"])|:(?![ "]))*"$/;
/** Those among them that YAML 1.1 or 1.2 reads as another value. */
const RESERVED = /^"(?:null|true|false|yes|no|on|off|y|n)"$/i;
/** Characters that YAML does not print, but JSON does. */
const UNPRINTABLE = /[\u007f-\u009f\ufeff\ufffe\uffff]/g;
/** A text of several lines that a literal block holds as it is: it begins with a letter or mark and ends with one, or one line end. */
const BLOCK = /^[^\s].*[^\s]\n?$/s;
const NOT_IN_BLOCK = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe]|[\u2028\u2029]/;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const inLine = (token: string): string =>
  PLAIN.test(token) && !RESERVED.test(token) ? token.slice(1, -1) : token.replaceAll(UNPRINTABLE, escaped);

function scalar(token: string, indent: number): string {
  if (!token.includes('\\n')) return token.startsWith('"') ? inLine(token) : token;
  const text: string = JSON.parse(token);
  if (!BLOCK.test(text) || NOT_IN_BLOCK.test(text)) return inLine(token);
  const lines = text.replace(/\n$/, '').split('\n');
  const by = ' '.repeat(indent);
  return [text.endsWith('\n') ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : by + line))].join('\n');
}

/** An object or array whose members are being written. */
interface Level {
  isList: boolean;
  indent: number;
}

const isEnd = (part: string): boolean => part === '}' || part === ']';

/** @param json an object, as JSON.stringify writes it without blanks @returns pieces of a line or more */
export function* yamlOf(json: string): Generator<string> {
  const token = new RegExp(TOKEN);
  const next = (): string => token.exec(json)?.[0] ?? '';
  const levels: Level[] = [];
  /** The line has its beginning already: `- `. */
  let isBegun = false;

  /** The beginning of a member: `- `, or its key. */
  function beginning({ isList, indent }: Level, key: string): string {
    const lead = isBegun ? '' : ' '.repeat(indent);
    isBegun = false;
    if (isList) return `${lead}- `;
    // The colon.
    next();
    return `${lead}${inLine(key)}: `;
  }

  /** Goes into an object or array. @returns what it begins with */
  function enter(part: string, level: Level | undefined): string {
    if (isEnd(json[token.lastIndex] ?? '')) return `${part}${next()}\n`;
    levels.push({ isList: part === '[', indent: level ? level.indent + 2 : 0 });
    isBegun = level?.isList === true;
    return isBegun || !level ? '' : '\n';
  }

  for (let part = next(); part !== ''; part = next()) {
    if (isEnd(part)) levels.pop();
    if (isEnd(part) || part === ',') continue;
    const level = levels.at(-1);
    const line = level ? beginning(level, part) : '';
    const value = level?.isList === false ? next() : part;
    const rest = value === '{' || value === '[' ? enter(value, level) : `${scalar(value, (level?.indent ?? 0) + 2)}\n`;
    // No blank before the end of a line.
    yield rest === '\n' ? `${line.trimEnd()}\n` : line + rest;
  }
}
