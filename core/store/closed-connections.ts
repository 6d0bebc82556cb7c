// The driver waits until a connection has drained its buffer, and keeps waiting when the connection is closed meanwhile: the operation
// never ends (mongodb 7.9.0, `Connection.writeCommand`). This happens when an unresponsive server is sent much data, and when a connection
// is used after its server has ended and before the driver notices. When the socket fails during that wait, the driver throws the error of
// the socket as it is. It recognises only errors of its own, so it neither tries the operation again nor says that a transaction may be run
// again.
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

/** Lets operations on connections that are closed fail. For all clients of the process; calling it again does nothing. */
export function endWaitsOfClosedConnections(): void {
  const { prototype } = Connection;
  if (Object.hasOwn(prototype, MARK)) return;
  Object.defineProperty(prototype, MARK, { value: true });
  const { cleanup, writeCommand } = prototype;
  prototype.cleanup = function (error) {
    const isFirst = !this.closed;
    cleanup.call(this, error);
    // The operation looks at `error` next, and throws it. Later, for one that is sent in the same moment.
    if (isFirst) setImmediate(() => this.socket.emit('drain'));
  };
  prototype.writeCommand = async function (command, options) {
    try {
      return await writeCommand.call(this, command, options);
    } catch (error) {
      throw isOfSystem(error) ? new MongoNetworkError(error.message, { cause: error }) : error;
    }
  };
}

const MARK = Symbol('waits of closed connections end');
