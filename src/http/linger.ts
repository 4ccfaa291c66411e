import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { LIMITS } from '../core/limits.ts';

/** Any body that some operation accepts: most clients read the response only after they have sent all of it. */
const LINGER_BYTES = LIMITS.body.post_images_bytes;
const LINGER_MS = 2000;

/**
 * For a response that is sent before its body has arrived: closing a socket with unread bytes resets it, and the client
 * may never see the response (RFC 9112 section 9.6). Discards up to 48 MiB for up to 2 s. Needs `Connection: close`.
 */
export function lingerOver(request: IncomingMessage): void {
  const { socket } = request;
  // An injected request has no socket.
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
  // Node calls this after the response is written; it would destroy the socket immediately.
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
