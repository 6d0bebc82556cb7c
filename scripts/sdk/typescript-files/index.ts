export { client } from './client.gen.ts';
export { ColophonError, type Fault, type FaultSource } from './colophon/colophon-error.ts';
export { includedOf, type Included } from './colophon/included.ts';
export { createPasskey, hasPasskeys, usePasskey } from './colophon/passkeys.ts';
export type { Credentials, Session, SessionOptions, Tokens } from './colophon/session.ts';
export { connect, signIn, type ConnectOptions } from './connect.ts';
export { dataOf, items, pages } from './pages.ts';
export { watched } from './colophon/uploads.ts';
// Of a call; a parameter of the description is called so too.
export type { Options } from './sdk.gen.ts';
export * from './sdk.gen.ts';
export type * from './types.gen.ts';
