// Requests of which the test sends the body itself, at any speed.
import { request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '../service.ts';

export interface SlowResponse {
  status: number | undefined;
  /** Of the error; undefined when there is none. */
  code: string | undefined;
  detail: string | undefined;
  headers: IncomingMessage['headers'];
}

/** @param client that sends it. @returns a request on a separate connection, none of which is sent yet */
export function startUpload(
  server: Server,
  client: Client,
  headers: Record<string, string | number>,
  path = '/streams/upload/a.txt',
): { sent: ClientRequest; answer: Promise<SlowResponse> } {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      Host: 'localhost',
      ...(client.token && { Authorization: `Bearer ${client.token}` }),
      'Content-Type': 'text/plain',
      ...headers,
    },
  });
  const answer = new Promise<SlowResponse>((resolve, reject) => {
    sent.on('error', reject).on('response', (response: IncomingMessage) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('error', () => undefined)
        .on('end', () => {
          const { error } = JSON.parse(text) as { error?: { code: string; detail: string } };
          resolve({
            status: response.statusCode,
            code: error?.code,
            detail: error?.detail,
            headers: response.headers,
          });
        });
    });
  });
  answer.catch(() => undefined);
  return { sent, answer };
}
