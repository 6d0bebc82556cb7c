// A server that implements S3: s3rver, with the three operations on unfinished uploads and the check of signed
// addresses that it lacks.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import S3rver from 's3rver';
import { isPresigned, isRightlySigned } from './presigned-request.ts';

const BUCKET = 'colophon-files';

/** The credentials of a client of s3rver. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface S3Server {
  /** STORAGE_URL of a bucket in it. */
  storageUrl: string;
  endpoint: string;
  /** Files of the server, below the folder of the bucket: objects and parts of unfinished uploads. */
  contents(): Promise<string[]>;
  /** Requests get no response before it is settled. */
  hold: Promise<unknown> | undefined;
  /** The time by which its clock is ahead of that of this process, ms: signed addresses expire earlier. */
  ahead: number;
  /** Requests for which it returns true get 403. */
  refuses: ((request: IncomingMessage) => boolean) | undefined;
  /** Requests since the start, such as `PUT /colophon-files/key`. */
  requests: string[];
  /** Open ones. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'colophon-s3-'));
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3rver.configureBuckets();
  const uploads = path.join(directory, BUCKET, '._S3rver_uploads');
  const answer = s3rver.callback();
  const server = createServer((request, response) => {
    server3.requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    const isForged =
      isPresigned(new URL(request.url ?? '', 'http://s3')) &&
      !isRightlySigned(request, S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY, Date.now() + server3.ahead);
    if (isForged || server3.refuses?.(request)) {
      request.resume().once('end', () => response.writeHead(403).end());
      return;
    }
    void Promise.resolve(server3.hold)
      .then(() => answerUploads(request, response, uploads))
      .then((done) => (done ? undefined : checkedUpload(request, response)))
      .then((rest) => rest && answer(rest, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const server3: S3Server = {
    storageUrl: `s3://${BUCKET}/some/files?endpoint=${encodeURIComponent(endpoint)}`,
    endpoint,
    async contents() {
      const entries = await readdir(path.join(directory, BUCKET), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    },
    hold: undefined,
    ahead: 0,
    refuses: undefined,
    requests: [],
    connections: promisify(server.getConnections.bind(server)),
    async close() {
      s3rver.logger.exceptions.unhandle();
      s3rver.logger.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
  return server3;
}

/**
 * The check that s3rver lacks: the checksums of a signed upload.
 * @returns the request with its body, which has been read here; undefined when it was refused
 */
async function checkedUpload(request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage | undefined> {
  const { method, url, headers, socket, httpVersion } = request;
  if (method !== 'PUT' || !isPresigned(new URL(url ?? '', 'http://s3'))) return request;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isRight = (
    [
      ['md5', 'content-md5'],
      ['sha256', 'x-amz-checksum-sha256'],
    ] as const
  ).every(
    ([algorithm, name]) =>
      headers[name] === undefined || createHash(algorithm).update(bytes).digest('base64') === headers[name],
  );
  if (isRight) return Object.assign(Readable.from([bytes]), { method, url, headers, socket, httpVersion }) as never;
  response.writeHead(400).end();
  return undefined;
}

/** UploadPartCopy of an object of the same bucket. */
async function copyPart({ headers, url }: IncomingMessage, response: ServerResponse, folder: string): Promise<void> {
  const part = new URL(url ?? '', 'http://s3').searchParams;
  const [, ...key] = decodeURI(String(headers['x-amz-copy-source'])).split('/');
  const [start = 0, end] = (/^bytes=(\d+)-(\d+)$/.exec(String(headers['x-amz-copy-source-range'])) ?? [])
    .slice(1)
    .map(Number);
  const source = await readFile(path.join(folder, '..', `${key.join('/')}._S3rver_object`));
  const bytes = source.subarray(start, (end ?? NaN) + 1);
  const md5 = createHash('md5').update(bytes).digest('hex');
  const file = path.join(folder, part.get('uploadId') ?? '', part.get('partNumber') ?? '');
  await writeFile(file, bytes);
  await writeFile(`${file}.md5`, md5);
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<CopyPartResult><ETag>"${md5}"</ETag></CopyPartResult>`);
}

/** The operations that s3rver lacks, on its folder of unfinished uploads. @returns whether it was one of them */
async function answerUploads(request: IncomingMessage, response: ServerResponse, folder: string): Promise<boolean> {
  const url = new URL(request.url ?? '', 'http://s3');
  const uploadId = url.searchParams.get('uploadId');
  if (request.method === 'DELETE' && uploadId !== null) {
    await rm(path.join(folder, path.basename(uploadId)), { recursive: true, force: true });
    response.writeHead(204).end();
    return true;
  }
  if (request.method === 'PUT' && uploadId !== null && 'x-amz-copy-source' in request.headers) {
    await copyPart(request, response, folder);
    return true;
  }
  if (request.method !== 'GET' || !url.searchParams.has('uploads')) return false;
  const prefix = url.searchParams.get('prefix') ?? '';
  const rows: string[] = [];
  for (const id of await readdir(folder).catch(() => [])) {
    const key = await readFile(path.join(folder, id, 'key'), 'utf8');
    if (key.startsWith(prefix)) rows.push(`<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  }
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
  return true;
}
