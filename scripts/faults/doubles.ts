// Servers of others that a service works with, on this machine and each behind a gate: a bucket, a mail server, a provider of identities.
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '../loopback-server.ts';
import { openGate, type Gate } from './gate.ts';

export interface Doubles {
  /** Settings of the service. */
  settings: Record<string, string>;
  /** STORAGE_URL of the bucket without the gate. */
  storageUrl: string;
  bucket: Gate;
  mailServer: Gate;
  provider: Gate;
  /** Subjects of the mails that have come. */
  mails: ReadonlySet<string>;
  close(): Promise<void>;
}

export const BUCKET_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const BUCKET = 'faults';

const PAGE = 'You have to sign in to this network.';
const HTTP_LIE = {
  answer: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`,
};
const SMTP_LIE = { greeting: 'HTTP/1.1 400 Bad Request\r\n', answer: '250 \r\n' };

async function startMailServer(mails: Set<string>): Promise<{ server: SMTPServer; port: number }> {
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 10,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) =>
      void text(stream).then(
        (mail) => {
          mails.add(/^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '');
          done();
        },
        (error: unknown) => done(error as Error),
      ),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.server.address() as AddressInfo).port };
}

/** The discovery document of the provider. */
const metadataOf = (issuer: string): string =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  });

export const urlOf = ({ port }: Gate): string => `http://127.0.0.1:${port}`;

export async function startDoubles(folder: string): Promise<Doubles> {
  const directory = path.join(folder, 'bucket');
  await mkdir(directory);
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await s3rver.configureBuckets();
  const storage = await listenOnLoopback(s3rver.callback());
  const mails = new Set<string>();
  const mailServer = await startMailServer(mails);
  const identity = await listenOnLoopback((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(metadataOf(urlOf(gates.provider)));
  });
  const gates = {
    bucket: await openGate(storage.port, HTTP_LIE),
    mailServer: await openGate(mailServer.port, SMTP_LIE),
    provider: await openGate(identity.port, HTTP_LIE),
  };
  const storageUrlAt = (url: string): string => `s3://${BUCKET}/files?endpoint=${encodeURIComponent(url)}`;
  return {
    settings: {
      ...BUCKET_CREDENTIALS,
      STORAGE_URL: storageUrlAt(urlOf(gates.bucket)),
      SMTP_URL: `smtp://127.0.0.1:${gates.mailServer.port}?ignoreTLS=true`,
      MAIL_FROM: 'faults@example.org',
    },
    storageUrl: storageUrlAt(storage.url),
    ...gates,
    mails,
    async close() {
      for (const gate of Object.values(gates)) await gate.close();
      for (const server of [storage, identity]) await server.close();
      await new Promise<void>((resolve) => mailServer.server.close(() => resolve()));
      s3rver.logger.exceptions.unhandle();
      s3rver.logger.close();
    },
  };
}
