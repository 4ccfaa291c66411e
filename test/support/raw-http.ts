import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type RawAnswer = {
  status: number;
  /** Lowercase names; the last value wins. */
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  json: any;
};

const GIVE_UP_MS = 20_000;

/** Opens the listener of a test's service on a free loopback port. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Sends raw bytes, well-formed or not, and reads until the server closes or a complete response has arrived. Null: the
 * server closed without a response.
 */
export function sendRaw(port: number, ...chunks: (string | Buffer)[]): Promise<RawAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      const bytes = Buffer.concat(received);
      resolve(bytes.length === 0 ? null : parse(bytes));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no whole answer in ${GIVE_UP_MS} ms, but: ${Buffer.concat(received)}`));
    }, GIVE_UP_MS);
    socket.on('connect', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (isWhole(Buffer.concat(received))) done();
    });
    // A refused upload may end with a reset after its response.
    socket.on('error', () => undefined);
    socket.on('close', done);
  });
}

/** A request line with the headers of every request. */
export function head(line: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const { status, headers } = parse(bytes);
  if (status === 204 || status === 304) return true;
  if (headers['transfer-encoding'] === 'chunked') return bytes.includes('\r\n0\r\n\r\n');
  return headers['content-length'] !== undefined && bytes.length - end - 4 >= Number(headers['content-length']);
}

function parse(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes
    .subarray(0, end < 0 ? undefined : end)
    .toString('latin1')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
  );
  const body = end < 0 ? '' : bytes.subarray(end + 4).toString('utf8');
  const isJson =
    headers['content-type']?.startsWith('application/json') &&
    !headers['transfer-encoding'] &&
    Number(headers['content-length']) === Buffer.byteLength(body);
  return { status: Number(line.split(' ')[1]), headers, body, json: isJson && body !== '' ? JSON.parse(body) : null };
}
