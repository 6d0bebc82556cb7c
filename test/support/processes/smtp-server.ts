// A mail server on this machine: npm smtp-server, with its self-signed certificate. Its reaction to a mail can be
// changed.
import type { AddressInfo, Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface ReceivedMail extends ParsedMail {
  /** As it came. */
  raw: string;
  /** The recipients that the server received. */
  recipients: string[];
}

/** The response of the server instead of its own; `break` closes the connection, `silence` never responds. */
type Answer = { code: number; text: string } | 'break' | 'silence' | undefined;

export interface TestSmtpServer {
  port: number;
  /** SMTP_URL without a login; the certificate is accepted. */
  url: string;
  mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  /** Its response to a client, a recipient, and a mail of which the first bytes have arrived. */
  greet: () => Answer;
  takeRecipient: (address: string) => Answer;
  takeMail: () => Answer;
  /** Called when it has a mail, before it confirms that. */
  accepted: () => unknown;
  /** The first received mail, present or future. */
  firstMail(): Promise<ReceivedMail>;
  /** Ends connections too. */
  stop(): Promise<void>;
}

interface Options {
  /** Without it no client may sign in; with it no other client may send. */
  login?: { user: string; pass: string };
  /** TLS from the start. */
  secure?: boolean;
  /** No TLS at all. */
  plain?: boolean;
}

export async function startSmtpServer({ login, secure = false, plain = false }: Options = {}): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>();
  const obey = (answer: Answer, done: (error?: Error) => void): void => {
    if (answer === 'silence') return;
    if (answer === 'break') sockets.forEach((socket) => socket.destroy());
    else done(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }));
  };
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 10,
    authOptional: login === undefined,
    disabledCommands: [...(plain ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: plain,
    onConnect: (_session, done) => obey(smtp.greet(), done),
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.pass;
      if (isRight) done(null, { user: username });
      // Some servers repeat their input.
      else done(Object.assign(new Error(`Who is ${username} with ${password}?`), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) => obey(smtp.takeRecipient(address), done),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const answer = smtp.takeMail();
      if (answer === 'break') return obey(answer, done);
      stream.on('end', () => {
        if (answer !== undefined) return obey(answer, done);
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        void simpleParser(raw).then((parsed) => {
          mails.push({ ...parsed, raw: raw.toString('latin1'), recipients });
          smtp.accepted();
          done();
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    smtp.connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtpServer = {
    port,
    url: `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    mails,
    connections: 0,
    greet: () => undefined,
    takeRecipient: () => undefined,
    takeMail: () => undefined,
    accepted: () => undefined,
    firstMail: () =>
      vi.waitFor(
        () => {
          const [first] = mails;
          if (!first) throw new Error('no mail has come');
          return first;
        },
        { timeout: 300_000 },
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
  return smtp;
}
