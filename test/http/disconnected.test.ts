import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const CLIENTS = 60;

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '1' });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as AddressInfo).port;
});

it.each(['', 'cookie: a=b\r\n'])('a client that resets its connection causes no error (%j)', async (headers) => {
  t.logLines.length = 0;
  for (let client = 0; client < CLIENTS; client++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /v1/profiles/nobody-${client >> 2} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
    for (let turn = 0; turn < client % 4; turn++) await setImmediate();
    socket.resetAndDestroy();
  }
  await expect.poll(() => Math.max(...t.logLines.map((line) => JSON.parse(line).status ?? 0))).toBe(404);
  expect(t.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
