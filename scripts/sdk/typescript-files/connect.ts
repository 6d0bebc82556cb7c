// Connects the generated client to a service: its address, a session with automatic renewal of the token, and query strings
// with nested filters.
import { client } from './client.gen.ts';
import { serializeQuery } from './colophon/query.ts';
import { createSession, type Credentials, type Session, type SessionOptions } from './colophon/session.ts';

/** Connects all classes of this package to a service. Sends no request yet. */
export function connect(options: SessionOptions): Session {
  const session = createSession(options);
  client.setConfig({
    baseUrl: session.url,
    fetch: session.fetch,
    querySerializer: serializeQuery,
    headers: { accept: 'application/vnd.api+json, application/json;q=0.9, */*;q=0.8' },
  });
  return session;
}

/** The same, and signs in. @throws ColophonError such as `login_failed` */
export async function signIn(options: SessionOptions & { credentials: Credentials }): Promise<Session> {
  const session = connect(options);
  await session.signIn(options.credentials);
  return session;
}
