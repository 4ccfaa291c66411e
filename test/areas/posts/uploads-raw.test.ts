import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { noise, photo2MB, png, pngBomb } from '../../support/pictures.ts';
import { form, pictures, storedFiles } from '../../support/posts.ts';
import { head, listen, sendRaw } from '../../support/raw-http.ts';

/** Uploads over real sockets: truncated ones, and disconnected senders. */

let t: TestApp;
let port: number;
let ada: Member;
let small: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  port = await listen(t.app);
  ada = await makeMember(t);
  small = await png({ width: 20, height: 20 });
});

const LINE = 'POST /v1/posts/with-images';
const headers = (type: string, length: number) => [
  `Authorization: Bearer ${ada.token}`,
  `X-Profile-Id: ${ada.profile.id}`,
  `Content-Type: ${type}`,
  `Content-Length: ${length}`,
];
const upload = (body: ReturnType<typeof form>, sent = body.payload, announced = sent.length) =>
  [head(LINE, ...headers(body.headers['content-type'], announced)), sent] as const;

async function expectNothing(): Promise<void> {
  await vi.waitFor(() => {
    expect(t.deps.bodyBudget.reservedBytes, 'bytes are released').toBe(0);
    expect([t.deps.decodeQueue.active, t.deps.decodeQueue.waiting], 'places are released').toEqual([0, 0]);
  }, 10_000);
  const { rows } = await t.pool.query('select count(*)::int as n from posts');
  expect(rows[0].n).toBe(0);
}

/** Sends bytes, waits until the server has received them, and disconnects. */
async function sendAndLeave(ms: number, ...chunks: (string | Buffer)[]): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, resolve));
  await new Promise((resolve) => setTimeout(resolve, ms));
  socket.destroy();
}

describe('uploads over a socket', () => {
  it('a form truncated within a file', async () => {
    const body = form([...pictures(small, small), { name: 'body', value: 'Cut' }]);
    const answer = await sendRaw(port, ...upload(body, body.payload.subarray(0, body.payload.length - 200)));
    expect([answer?.status, answer?.json.error_code, answer?.json.agent.fields[0]]).toEqual([
      400,
      'invalid_request',
      { path: 'body', rule: 'complete_multipart' },
    ]);
    await expectNothing();
  });

  it('a form of random bytes', async () => {
    const garbage = noise(5000, 5);
    const answer = await sendRaw(
      port,
      head(LINE, ...headers('multipart/form-data; boundary=x', garbage.length)),
      garbage,
    );
    expect([answer?.status, answer?.json.error_code]).toEqual([400, 'invalid_request']);
    await expectNothing();
  });

  it.each([
    ['within the first part', 120],
    ['within the first file', 1_000_000],
  ])('a client that disconnects %s', async (_name, bytes) => {
    const body = form(pictures(await photo2MB(), small));
    await sendAndLeave(50, ...upload(body, body.payload.subarray(0, bytes), body.payload.length));
    await expectNothing();
    expect(await storedFiles(t)).toEqual([]);
  });

  it('a client that disconnects during decoding: work stops before the next picture', async () => {
    const big = pngBomb(5000, 5000, 3);
    const body = form(pictures(big, big, big, big));
    const decoding = vi.waitFor(() => expect(t.deps.decodeQueue.active).toBe(1), { timeout: 5000, interval: 2 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    for (const chunk of upload(body)) socket.write(chunk);
    await decoding;
    socket.destroy();
    await expectNothing();
    expect(await storedFiles(t)).toEqual([]);
  });

  it('five pictures, refused during the upload: the response arrives', async () => {
    const body = form(pictures(...Array.from({ length: 5 }, () => noise(1_000_000, 9))));
    const answer = await sendRaw(port, ...upload(body));
    expect([answer?.status, answer?.json?.error_code]).toEqual([400, 'too_many_images']);
    await expectNothing();
  });

  it('a body announced as too large, refused before its first byte', async () => {
    const answer = await sendRaw(port, head(LINE, ...headers('multipart/form-data; boundary=x', 49 * 1024 * 1024)));
    expect([answer?.status, answer?.json.error_code, answer?.headers['connection']]).toEqual([
      413,
      'payload_too_large',
      'close',
    ]);
    await expectNothing();
  });

  it('5,000 text parts', async () => {
    const body = form(Array.from({ length: 5000 }, (_, at) => ({ name: `field${at}`, value: 'x' })));
    const answer = await sendRaw(port, ...upload(body));
    expect([answer?.status, answer?.json?.error_code]).toEqual([413, 'payload_too_large']);
    await expectNothing();
    expect(await storedFiles(t), 'of all the tests above').toEqual([]);
  });

  it('ignores dots, slashes and code in file names', async () => {
    const body = form([{ name: 'images', bytes: small, filename: '../../etc/passwd', type: 'image/svg+xml' }]);
    const answer = await sendRaw(port, ...upload(body));
    expect(answer?.status).toBe(201);
    expect(answer?.body).not.toContain('passwd');
  });
});
