// The used parts of the driver's internal connection, which has no types.
declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net';

  export class Connection {
    readonly closed: boolean;
    readonly socket: Socket;
    /** Closes it, and makes pending operations fail. */
    cleanup(error: Error): void;
  }
}
