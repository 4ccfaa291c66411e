import { connect, type Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { head, listen, sendRaw } from '../support/raw-http.ts';

/** Refuses bodies while they are being sent. */

const MIB = 1024 * 1024;

let t: TestApp;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  t = await startTestApp();
  t.app.server.on('connection', (socket: Socket) => sockets.push(socket));
  port = await listen(t.app);
});

it('a client that is still sending can read the failure', async () => {
  const url = `http://127.0.0.1:${port}/v1`;
  const outcomes: string[] = [];
  for (let i = 0; i < 20; i++) {
    // Leaves an idle connection that the next request reuses.
    await (await fetch(url)).text();
    const refused = fetch(`${url}/posts`, {
      method: 'POST',
      headers: { authorization: 'Bearer nobody', 'content-type': 'application/json' },
      body: Buffer.alloc(1_000_000, ' '),
    });
    outcomes.push(
      await refused.then(
        async (response) => `${response.status} ${((await response.json()) as { error_code: string }).error_code}`,
        (error) => String(error.cause?.code ?? error),
      ),
    );
  }
  expect(outcomes).toEqual(Array(20).fill('401 invalid_credentials'));
});

const refusedUpload = (lengthBytes: number) =>
  head(
    'POST /v1/posts/with-images',
    'Authorization: Bearer nobody',
    'Content-Type: application/json',
    `Content-Length: ${lengthBytes}`,
  );

it.each([1_500_000, 16 * MIB])(
  'a client that sends %i bytes before reading gets the response, not a reset',
  async (size) => {
    const client = connect(port, '127.0.0.1').pause();
    let outcome = '';
    const ended = new Promise((resolve) => client.on('close', resolve));
    client.on('error', (error) => {
      outcome += error.message;
    });
    client.write(refusedUpload(size));
    for (let sent = 0; sent < 15; sent++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      client.write(Buffer.alloc(Math.ceil(size / 15), ' '));
    }
    await new Promise((resolve) => client.write('', resolve));
    client.on('data', (chunk) => {
      outcome += chunk;
    });
    client.resume();
    await ended;
    expect(outcome).toMatch(/^HTTP\/1\.1 401 /);
  },
);

it('accepts no more than 48 MiB of a refused body', async () => {
  const before = sockets.length;
  const answer = await sendRaw(port, refusedUpload(100 * MIB), Buffer.alloc(100 * MIB, ' '));
  expect([answer?.status, answer?.headers['connection']]).toEqual([401, 'close']);
  const [socket] = sockets.slice(before);
  await expect.poll(() => socket!.destroyed, { timeout: 3000 }).toBe(true);
  expect(socket!.bytesRead).toBeLessThan(50 * MIB);
});

it('waits no longer than 2 s for a refused body', async () => {
  const before = sockets.length;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  const begun = performance.now();
  client.resume().write(`${refusedUpload(1000)}{`);
  await expect.poll(() => sockets[before]?.destroyed, { timeout: 4000 }).toBe(true);
  expect(performance.now() - begun).toBeLessThan(3500);
  client.destroy();
});
