// A receiver of webhooks that fails for a tenth of the messages, before or after accepting them, and stores a copy of
// the messages.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Random } from '../faults/random.ts';
import { listenOnLoopback } from '../loopback-server.ts';

/** Whether a message has a signature by this secret, as Standard Webhooks says. */
export function isSignedBy({ headers, body }: { headers: IncomingHttpHeaders; body: string }, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const right = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((each) => {
      const [version, given = ''] = each.split(',');
      const bytes = Buffer.from(given, 'base64');
      return version === 'v1' && bytes.length === right.length && timingSafeEqual(bytes, right);
    });
}

/** Records of one message. */
export interface ReceivedEvent {
  /** Number of the event. */
  number: number;
  /** Of the object. */
  id: number;
  /** Such as `updated`. */
  event: string;
  /** Without an object in the view of the reader. */
  title: string | undefined;
}

export interface FlakyReceiver {
  url: string;
  secret: string;
  /** Messages that were new, in the order of their arrival. */
  received: ReceivedEvent[];
  /** Messages that came again. */
  repeated: number;
  /** The response was a failure. */
  failed: number;
  /** What must not be, one line each. */
  wrong: string[];
  close(): Promise<void>;
}

interface Envelope {
  id: string;
  type: string;
  data: { id: string; document: { data: { attributes: { title: string } } } | null };
}

/** Of ten messages. */
const FAILING = 1;

export async function openFlakyReceiver(random: Random): Promise<FlakyReceiver> {
  const receiver = { secret: '', received: [] as ReceivedEvent[], repeated: 0, failed: 0, wrong: [] as string[] };
  /** Bodies are those of the last time: they may differ, since they are read again. */
  const known = new Set<string>();

  function take(body: string, headers: IncomingHttpHeaders): void {
    const messageId = String(headers['webhook-id']);
    if (!isSignedBy({ headers, body }, receiver.secret)) receiver.wrong.push(`message ${messageId} is not signed`);
    const { id, type, data } = JSON.parse(body) as Envelope;
    if (!messageId.endsWith(`-${id}`)) receiver.wrong.push(`message ${messageId} has event ${id}`);
    if (known.has(messageId)) {
      receiver.repeated += 1;
      return;
    }
    known.add(messageId);
    const event = type.replace('colophon.object.', '');
    receiver.received.push({
      number: Number(id),
      id: Number(data.id),
      event,
      title: data.document?.data.attributes.title,
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const fails = random.below(10) < FAILING;
    const isTaken = !fails || random.below(2) === 0;
    if (isTaken) take(body, request.headers);
    if (!fails) return void response.writeHead(204).end();
    receiver.failed += 1;
    if (random.below(3) === 0) response.destroy();
    else response.writeHead(random.below(2) === 0 ? 500 : 429).end('not now');
  }

  return Object.assign(receiver, await listenOnLoopback(answer));
}
