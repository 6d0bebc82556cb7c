// Faults of a response.
import { shellWord } from '../../core/shell-word.ts';
import type { MadeRequest } from './make-request.ts';
import type { Answer } from './message.ts';

/** Internal words of the service, none of which is in a request. */
const INNER = /\bat [\w.<>]+ \((?:file:|\/)|node_modules|Mongo\w*Error|\bE11000\b|\/core\/\w|ENOENT/;
const SECRETS = /root:x?:0:0:|\$argon2/;

/** Sign-ins through providers that do not respond, which other requests have made. */
const MAY_BE_UNAVAILABLE: ReadonlySet<string> = new Set(['signIn', 'authorizeSignIn']);

/** The connection may end before a large body is read. */
const LARGE = 200_000;

function lostFault({ category, message }: MadeRequest, lost = 'no answer'): string | undefined {
  // A message that is none may be left without a response.
  if (category === 'framing') return undefined;
  return lost === 'ECONNRESET' && (message.body?.length ?? 0) > LARGE ? undefined : lost;
}

/** undefined for nothing @param slow milliseconds that are too many */
export function faultOf(made: MadeRequest, answer: Answer, slow: number): string | undefined {
  const { status, text, head, lost, milliseconds } = answer;
  if (status === 0) return lostFault(made, lost);
  const isExpected = status === 503 && MAY_BE_UNAVAILABLE.has(made.operation.operationId);
  if (status >= 500 && !isExpected) return `status ${status}`;
  if (status >= 400 && INNER.test(text)) return 'it reveals internals';
  if (SECRETS.test(text)) return 'it shows a file or a secret of the machine';
  if (/^x-injected:/im.test(head)) return 'a header was injected';
  return milliseconds > slow ? `slow: ${Math.round(milliseconds)} ms` : undefined;
}

const MOST_SHOWN = 20_000;

/** Shell lines that send it again, to a service at $URL; what no text can say comes from the seed and the number. */
export function repeatLine({ message, number, kind }: MadeRequest, seed: number): string {
  const again = `npm run fuzz -- --seed ${seed} --only ${number}`;
  const { method, target, headers, body, raw } = message;
  const isText = !body || (body.length < MOST_SHOWN && body.equals(Buffer.from(body.toString())) && !body.includes(0));
  // A shell has no NUL, and curl sends no such message.
  if (raw || !isText || /[\0\r\n]/.test(target) || target.length > MOST_SHOWN) return again;
  const words = ['curl', '-gi', '--path-as-is', '-X', method];
  for (const [name, value] of headers)
    words.push(
      '-H',
      name === 'Authorization' && kind !== 'garbage' && value.length < 2_000
        ? '"Authorization: Bearer $TOKEN"'
        : shellWord(`${name}: ${value}`),
    );
  if (body) words.push('--data-binary', shellWord(body.toString()));
  return `${[...words, `"$URL"${shellWord(target)}`].join(' ')}   # or ${again}`;
}
