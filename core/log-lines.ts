// Lines of the log for people on a terminal, in place of JSON.
import { pino, type DestinationStream } from 'pino';

/** Text of clients could control the terminal, or look like another line. */
const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

const shown = (value: unknown): string =>
  escapeControls(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));

/** `09:15:02 warn  a slow request  ms=2310 path=/objects` @param json a line of pino */
function lineOf(json: string): string {
  const { level, time, msg = '', ...fields }: Record<string, unknown> = JSON.parse(json);
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const label = pino.levels.labels[Number(level)] ?? String(level);
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  return `${clock} ${label.padEnd(5)} ${[escapeControls(String(msg)), ...rest].join(' ')}\n`;
}

export const readable = (stream: DestinationStream): DestinationStream => ({
  write: (json) => stream.write(lineOf(json)),
});
