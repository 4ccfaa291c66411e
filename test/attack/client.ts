import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bytes } from './case.ts';

const KEPT_BYTES = 2 * 1024 * 1024;

export type Answer = {
  /** 0 if the server closed the connection without a response. */
  status: number;
  headers: IncomingMessage['headers'];
  /** The first 2 MiB. */
  text: string;
  bytes: number;
  ms: number;
};

export type Sent = {
  port: number;
  address: string;
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: Bytes | undefined;
  timeoutMs: number;
};

/** One request over a separate connection. Rejects if no response arrives in time. */
export function send({ port, address, method, path, headers, body, timeoutMs }: Sent): Promise<Answer> {
  const begunAt = performance.now();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    let answered = false;
    const done = (answer: Omit<Answer, 'ms'>) => {
      clearTimeout(timer);
      resolve({ ...answer, ms: performance.now() - begunAt });
    };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      localAddress: address,
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
      maxHeaderSize: 1024 * 1024,
    });
    const timer = setTimeout(() => {
      outgoing.destroy();
      reject(new Error(`no answer in ${timeoutMs} ms`));
    }, timeoutMs);
    outgoing.on('response', (incoming) => {
      answered = true;
      const kept: Buffer[] = [];
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        if (bytes < KEPT_BYTES) kept.push(chunk);
        bytes += chunk.length;
      });
      const end = () => {
        const { statusCode = 0, headers: given } = incoming;
        done({ status: statusCode, headers: given, text: Buffer.concat(kept).toString('utf8'), bytes });
      };
      incoming.on('end', end).on('error', end);
    });
    // An upload that is refused may end with a reset after the response, or instead of it.
    outgoing.on('error', () => {
      if (!answered) done({ status: 0, headers: {}, text: '', bytes: 0 });
    });
    outgoing.end(body);
  });
}

export type Heard = { text: string; statuses: number[]; closed: boolean };

/** Sends raw bytes and listens until the server closes or the time is over. */
export async function exchange(
  port: number,
  address: string,
  chunks: readonly Bytes[],
  { waitMs, deaf = false, answers }: { waitMs: number; deaf?: boolean; answers?: number | undefined },
): Promise<Heard> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  const received: Buffer[] = [];
  let closed = false;
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true;
    });
  if (deaf) socket.pause();
  else socket.on('data', (chunk) => received.push(chunk));
  for (const chunk of chunks) socket.write(chunk);
  const text = () => Buffer.concat(received).toString('latin1');
  for (const begunAt = performance.now(); !closed && performance.now() < begunAt + waitMs; await sleep(20)) {
    if (answers !== undefined && statusesOf(text()).length >= answers) break;
  }
  socket.destroy();
  return { text: text(), statuses: statusesOf(text()), closed };
}

function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)]
    .map((match) => Number(match[1]))
    .filter((status) => status >= 200);
}

/** A connection to hold open. */
export function hold(
  port: number,
  address: string,
  first: readonly Bytes[],
): { socket: Socket; closed: Promise<void> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).on('data', () => undefined);
  for (const bytes of first) if (bytes.length > 0) socket.write(bytes);
  return { socket, closed };
}
