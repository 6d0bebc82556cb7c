// The driver waits until a connection has drained its buffer, and continues waiting when the connection is closed
// during that time: the operation never ends (mongodb 7.9.0, `Connection.writeCommand`; D884). This happens when much
// data is sent to an unresponsive server, and when a connection is used after its server has ended and before the
// driver notices that.
import { Connection } from 'mongodb/lib/cmap/connection.js';

/** Makes operations on closed connections fail. For all clients of the process; calling it again does nothing. */
export function endWaitsOfClosedConnections(): void {
  const { prototype } = Connection;
  if (Object.hasOwn(prototype, MARK)) return;
  Object.defineProperty(prototype, MARK, { value: true });
  const { cleanup } = prototype;
  prototype.cleanup = function (error) {
    const isFirst = !this.closed;
    cleanup.call(this, error);
    if (!isFirst) return;
    // The operation checks `error` next, and throws it. At once, before the wait ends with the bare error of the
    // socket, which the driver would not retry; and once more for an operation that is just being sent.
    this.socket.emit('drain');
    setImmediate(() => this.socket.emit('drain'));
  };
}

const MARK = Symbol('waits of closed connections end');
