// `colophon/client`: the exports for users of TypeScript and JavaScript. None of them may need Node.
export { createClient, type Client, type ClientOptions } from './client.ts';
export { ColophonError, type Fault, type FaultSource } from './colophon-error.ts';
export type { EventsRequest, FeedEvent } from './events.ts';
export { includedOf, type Included } from './included.ts';
export { createPasskey, hasPasskeys, usePasskey } from './passkeys.ts';
export type { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from './passkey-types.ts';
export { serializeQuery } from './query.ts';
export { createSession, type Credentials, type Session, type SessionOptions, type Tokens } from './session.ts';
export { watched } from './uploads.ts';
