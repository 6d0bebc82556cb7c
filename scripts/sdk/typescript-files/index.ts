export { client } from './client.gen.ts';
export { ColophonError, type Fault, type FaultSource } from './colophon/colophon-error.ts';
export { includedOf, type Included } from './colophon/included.ts';
export type { Credentials, Session, SessionOptions, Tokens } from './colophon/session.ts';
export { connect, signIn } from './connect.ts';
export { dataOf, items, pages } from './pages.ts';
export * from './sdk.gen.ts';
export type * from './types.gen.ts';
