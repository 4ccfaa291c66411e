import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Answer = { status: number; head: string; body: string };
type Headers = Record<string, string>;

export type RawSocket = {
  ask(line: string, headers: Headers): Promise<Answer>;
  /** Sends the head with half of the body, waits, and sends the rest. */
  askSlowly(line: string, headers: Headers, body: string, options: { pauseMs: number }): Promise<Answer>;
};

/** One connection for sequential requests, like a client with keep-alive. */
export async function openSocket(port: number): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = '';
  let over: Error | undefined;
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', (error) => {
    over = error;
  });
  socket.on('close', () => {
    over ??= new Error('the server closed the connection');
  });

  async function answer(): Promise<Answer> {
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      const length = Number(received.slice(0, end).match(/^content-length: (\d+)\r?$/im)?.[1] ?? 0);
      if (end >= 0 && received.length >= end + 4 + length) {
        const head = received.slice(0, end);
        const body = received.slice(end + 4, end + 4 + length);
        received = received.slice(end + 4 + length);
        return { status: Number(head.split(' ')[1]), head, body };
      }
      if (over) throw over;
      await sleep(5);
    }
  }

  const headOf = (line: string, headers: Headers) =>
    `${[line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`;

  return {
    ask(line, headers) {
      socket.write(headOf(line, headers));
      return answer();
    },
    async askSlowly(line, headers, body, { pauseMs }) {
      const half = Math.floor(body.length / 2);
      socket.write(headOf(line, { ...headers, 'content-length': String(body.length) }) + body.slice(0, half));
      await Promise.race([
        sleep(pauseMs, undefined, { ref: false }),
        new Promise((resolve) => socket.once('close', resolve)),
      ]);
      socket.write(body.slice(half));
      return answer();
    },
  };
}
