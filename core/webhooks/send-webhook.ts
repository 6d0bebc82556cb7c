// Sends one message as Standard Webhooks has it (https://www.standardwebhooks.com): signed, over a connection of its own, with no
// redirect followed.
import { createHmac } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { WebhookSecret } from '../store/webhook-rows.ts';
import { assertPublicHost, publicLookup } from './private-addresses.ts';

const TIME_LIMIT_MS = 15_000;
const MOST_READ = 1_000;
const PREFIX = 'whsec_';

export interface Message {
  /** The same each time that it is sent. */
  id: string;
  body: string;
  at: Date;
}

export interface Outcome {
  isDelivered: boolean;
  status: number | null;
  response: string;
  milliseconds: number;
}

const signature = ({ id, body, at }: Message, { secret }: WebhookSecret): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const seconds = Math.floor(at.getTime() / 1_000);
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
};

export function signedHeaders(message: Message, secrets: readonly WebhookSecret[]): Record<string, string> {
  const valid = secrets.filter(({ until }) => until === undefined || until > message.at);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at.getTime() / 1_000)),
    'webhook-signature': valid.map((secret) => signature(message, secret)).join(' '),
  };
}

function post(url: URL, headers: Record<string, string | number>, body: string, isInsideAllowed: boolean) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    if (!isInsideAllowed) assertPublicHost(url.hostname);
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const lookup = isInsideAllowed ? {} : { lookup: publicLookup };
    const sent = request(url, { method: 'POST', headers, agent: false, signal, ...lookup }, (response) => {
      let text = '';
      const done = (): void => resolve({ status: response.statusCode ?? 0, text });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length < MOST_READ) return;
        text = text.slice(0, MOST_READ);
        done();
        response.destroy();
      });
      response.on('end', done).on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** @returns what came of it; only 2xx is delivered */
export async function sendWebhook(
  { url, secrets }: { url: string; secrets: readonly WebhookSecret[] },
  message: Message,
  isInsideAllowed: boolean,
): Promise<Outcome> {
  const since = performance.now();
  const took = (): number => Math.round(performance.now() - since);
  const headers = {
    'Content-Type': 'application/cloudevents+json',
    'Content-Length': Buffer.byteLength(message.body),
    'User-Agent': 'Colophon',
    ...signedHeaders(message, secrets),
  };
  try {
    const { status, text } = await post(new URL(url), headers, message.body, isInsideAllowed);
    return { isDelivered: status >= 200 && status < 300, status, response: text, milliseconds: took() };
  } catch (error) {
    const { name, message: why } = error as Error;
    const response = name === 'TimeoutError' ? `no answer within ${TIME_LIMIT_MS / 1_000} s` : why;
    return { isDelivered: false, status: null, response, milliseconds: took() };
  }
}
