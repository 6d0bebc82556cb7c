// A receiver of webhooks on this machine.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../../scripts/loopback-server.ts';

export interface Envelope {
  specversion: string;
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: string;
  data: {
    id: string;
    type: string;
    changed: string[];
    document: { data: { id: string; attributes: Record<string, unknown> }; included?: unknown[] } | null;
  };
}

export interface ReceivedMessage {
  path: string;
  /** `webhook-id` */
  id: string;
  headers: IncomingMessage['headers'];
  body: string;
  event: Envelope;
  /** `updated 12` */
  about: string;
}

export interface WebhookReceiver {
  /** `http://127.0.0.1:{port}` */
  url: string;
  /** All, also those with an error response. */
  received: ReceivedMessage[];
  /** Accepted ones. */
  accepted: ReceivedMessage[];
  /** Status of the response, or a complete response; 204 by default. */
  answer: (message: ReceivedMessage, response: ServerResponse) => number | undefined | Promise<number | undefined>;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: Omit<WebhookReceiver, 'url' | 'close'> = { received: [], accepted: [], answer: () => 204 };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const event = JSON.parse(body) as Envelope;
    const { headers, url = '' } = request;
    const about = `${event.type.replace(/^colophon\.\w+\./, '')} ${event.data.id}`;
    const message = { path: url, id: String(headers['webhook-id']), headers, body, event, about };
    receiver.received.push(message);
    const status = await receiver.answer(message, response);
    if (status === undefined) return;
    if (status < 300) receiver.accepted.push(message);
    response.writeHead(status).end();
  };

  return Object.assign(receiver, await listenOnLoopback(take));
}
