// The driver waits until a connection has drained its buffer, and continues waiting when the connection is closed
// during that time: the operation never ends (mongodb 7.9.0, `Connection.writeCommand`). This happens when much data is
// sent to an unresponsive server, and when a connection is used after its server has ended and before the driver
// notices that. When the socket fails during that wait, the driver throws the unchanged error of the socket. It
// recognises only its own errors, so it neither retries the operation nor marks the transaction as repeatable.
import { MongoNetworkError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';

const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

/** Makes operations on closed connections fail. For all clients of the process; calling it again does nothing. */
export function endWaitsOfClosedConnections(): void {
  const { prototype } = Connection;
  if (Object.hasOwn(prototype, MARK)) return;
  Object.defineProperty(prototype, MARK, { value: true });
  const { cleanup, writeCommand } = prototype;
  prototype.cleanup = function (error) {
    const isFirst = !this.closed;
    cleanup.call(this, error);
    // The operation checks `error` next, and throws it. Deferred, for an operation that is being sent.
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
