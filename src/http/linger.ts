import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const LINGER_BYTES = 2 * 1024 * 1024;
const LINGER_MS = 2000;

/**
 * An answer that goes out before its body has come in: who closes a socket with unread bytes resets the connection, and
 * the client, still writing, may see EPIPE instead of the answer (RFC 9112 section 9.6). So the rest of the body is
 * thrown away, 2 MiB and 2 s of it at most, between the end of the answer and that of the connection. To be called
 * where the answer says `Connection: close`.
 */
export function lingerOver(request: IncomingMessage): void {
  const { socket } = request;
  // A request that a test injects has none.
  if (!(socket instanceof Socket)) return;
  let left = LINGER_BYTES;
  let answered = false;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0 && answered) socket.destroy();
    else if (left < 0) request.pause();
  });
  request.resume();
  // Node calls it once such an answer is written, and it would destroy the socket at once.
  socket.destroySoon = () => {
    if (answered || left < 0 || request.complete) {
      Socket.prototype.destroySoon.call(socket);
      return;
    }
    answered = true;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', () => socket.destroy());
  };
}
