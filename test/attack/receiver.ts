import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server under attack sends requests to. */
export type Receiver = {
  url: string;
  /** How many requests a path got. */
  arrived(path: string): number;
  close(): void;
};

/** Answers at once, or never if the path begins with `/hang`. */
export async function startReceiver(): Promise<Receiver> {
  const counts = new Map<string, number>();
  const server = createServer(({ url = '/' }, response) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    if (!url.startsWith('/hang')) response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: (path) => counts.get(path) ?? 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
