// A receiver of traces: OTLP over HTTP in protobuf, according to https://opentelemetry.io/docs/specs/otlp/; it reads
// the parts that tests need.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  isError: boolean;
}

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  close(): Promise<void>;
}

/** Fields of a message by their numbers: bytes, or a number. */
type Message = Map<number, (Buffer | number)[]>;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** The wire format: https://protobuf.dev/programming-guides/encoding/ */
function readMessage(bytes: Buffer): Message {
  const message: Message = new Map();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const read = (kind: number): Buffer | number => {
    if (kind === VARINT) return varint();
    const length = kind === BYTES ? varint() : kind === FIXED64 ? 8 : 4;
    return bytes.subarray(at, (at += length));
  };
  while (at < bytes.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    message.set(field, [...(message.get(field) ?? []), read(tag % 8)]);
  }
  return message;
}

const bytesOf = (message: Message, field: number): Buffer => {
  const [value] = message.get(field) ?? [];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
const messagesOf = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [readMessage(value)] : []));

/** Texts and whole numbers. */
function attributesOf(message: Message, field: number): Record<string, unknown> {
  const pairs = messagesOf(message, field).map((pair) => {
    const [value] = messagesOf(pair, 2);
    const number = value?.get(3)?.[0];
    return [bytesOf(pair, 1).toString(), number ?? (value && bytesOf(value, 1).toString())];
  });
  return Object.fromEntries(pairs) as Record<string, unknown>;
}

function spansOf(request: Buffer): ReceivedSpan[] {
  return messagesOf(readMessage(request), 1).flatMap((group) => {
    const resource = attributesOf(messagesOf(group, 1)[0] ?? new Map(), 1);
    const spans = messagesOf(group, 2).flatMap((scope) => messagesOf(scope, 2));
    return spans.map((span) => ({
      traceId: bytesOf(span, 1).toString('hex'),
      spanId: bytesOf(span, 2).toString('hex'),
      parentId: bytesOf(span, 4).toString('hex'),
      name: bytesOf(span, 5).toString(),
      attributes: attributesOf(span, 9),
      resource,
      isError: messagesOf(span, 15)[0]?.get(3)?.[0] === 2,
    }));
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const isFit = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
    void bodyOf(request).then((body) => {
      if (isFit) spans.push(...spansOf(body));
      response.writeHead(isFit ? 200 : 400).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
