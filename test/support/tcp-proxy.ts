import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The fault of the connection. Bytes are those of responses; requests always pass, but reach nobody if it hangs. */
export type Fault =
  | { kind: 'none' }
  | { kind: 'refuse' }
  | { kind: 'hang' }
  | { kind: 'slow'; bytes: number; everyMs: number }
  | { kind: 'reset'; afterBytes: number };

export type TcpProxy = {
  port: number;
  /** Connections accepted since the last change. */
  readonly accepted: number;
  /** Cuts open connections, and applies the fault to new ones. */
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
};

/** A proxy between a client and a server on loopback that injects faults. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let fault: Fault = { kind: 'none' };
  let accepted = 0;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    accepted += 1;
    keep(client);
    if (fault.kind === 'hang') return;
    const upstream = connect(targetPort, '127.0.0.1');
    keep(upstream);
    client.pipe(upstream);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    if (fault.kind === 'slow') void trickle(upstream, client, fault);
    else if (fault.kind === 'reset') cutAfter(upstream, client, fault.afterBytes);
    else upstream.pipe(client);
  });

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  }

  await listen(0);
  const { port } = server.address() as { port: number };
  return {
    port,
    get accepted() {
      return accepted;
    },
    async set(next) {
      await stop();
      fault = next;
      accepted = 0;
      if (next.kind !== 'refuse') await listen(port);
    },
    close: stop,
  };
}

async function trickle(from: Socket, to: Socket, { bytes, everyMs }: { bytes: number; everyMs: number }) {
  try {
    for await (const chunk of from) {
      for (let at = 0; at < chunk.length && !to.destroyed; at += bytes) {
        to.write(chunk.subarray(at, at + bytes));
        await sleep(everyMs);
      }
    }
  } catch {
    to.destroy(); // cut on purpose
  }
}

function cutAfter(from: Socket, to: Socket, afterBytes: number): void {
  let left = afterBytes;
  from.on('data', (chunk: Buffer) => {
    if (chunk.length < left) {
      left -= chunk.length;
      to.write(chunk);
    } else to.write(chunk.subarray(0, left), () => to.resetAndDestroy());
  });
}
