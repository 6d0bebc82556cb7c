// Connects the generated client to a service: its address, a session with automatic renewal of the token, and query strings
// with nested filters. Lists and resources that have not changed are not sent again (ETags).
import { client } from './client.gen.ts';
import { createKeptReads } from './colophon/kept-reads.ts';
import { serializeQuery } from './colophon/query.ts';
import { createRetries, type RetryOptions } from './colophon/retries.ts';
import { createSession, type Credentials, type Session, type SessionOptions } from './colophon/session.ts';

export type ConnectOptions = SessionOptions & RetryOptions;

/** Connects all classes of this package to a service. Sends no request yet. */
export function connect(options: ConnectOptions): Session {
  const session = createSession(options);
  const send = createKeptReads(
    createRetries((request) => session.fetch(request), options),
    () => session.caller,
  );
  client.setConfig({
    baseUrl: session.url,
    fetch: (input, init) => send(new Request(input, init)),
    querySerializer: serializeQuery,
    headers: { accept: 'application/vnd.api+json, application/json;q=0.9, */*;q=0.8' },
  });
  return session;
}

/** The same, and signs in. @throws ColophonError such as `login_failed` */
export async function signIn(options: ConnectOptions & { credentials: Credentials }): Promise<Session> {
  const session = connect(options);
  await session.signIn(options.credentials);
  return session;
}
