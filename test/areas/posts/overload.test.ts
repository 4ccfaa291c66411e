import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { arrivedBody } from '../../support/full-budget.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { noise, png, pngBomb } from '../../support/pictures.ts';
import { as, form, pictures, send, storedFiles } from '../../support/posts.ts';
import { head, listen, sendRaw } from '../../support/raw-http.ts';

/** Many members upload large pictures at once. */

const MIB = 1024 * 1024;
const DECODES_AT_ONCE = Math.min(2, availableParallelism());

let t: TestApp;
let port: number;
let members: Member[];
beforeAll(async () => {
  t = await startTestApp();
  port = await listen(t.app);
  members = await Promise.all(Array.from({ length: 7 }, () => makeMember(t)));
});

type Answer = { data: { images: unknown[] } };

const LINE = 'POST /v1/posts/with-images';
const headers = (member: Member, type: string, length: number) => [
  `Authorization: Bearer ${member.token}`,
  `X-Profile-Id: ${member.profile.id}`,
  `Content-Type: ${type}`,
  `Content-Length: ${length}`,
];
const expectAllGivenBack = () =>
  vi.waitFor(() => {
    expect(t.deps.bodyBudget.reservedBytes).toBe(0);
    expect([t.deps.decodeQueue.active, t.deps.decodeQueue.waiting]).toEqual([0, 0]);
  }, 20_000);

describe('more pictures than can be decoded soon', () => {
  it('lets the posts of six accounts wait, and refuses beyond 64 pictures with Retry-After', async () => {
    const { decodeQueue } = t.deps;
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: DECODES_AT_ONCE }, () => decodeQueue.run(() => hold.promise));
    const small = await png({ width: 20, height: 20 });
    const answers = members.slice(0, 6).map((member) => send(t, as(member), pictures(small, small, small, small)));
    await vi.waitFor(() => expect(decodeQueue.waiting).toBe(6), 5000);
    const others = Array.from({ length: 10 }, (_, n) =>
      decodeQueue.run(async () => undefined, { group: `${n}`, places: 4 }),
    );
    const { status, json, headers } = await send(t, as(members[6]!), pictures(small, small, small, small));
    expect([status, json.error_code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    hold.resolve();
    await Promise.all([...running, ...others]);
    expect((await Promise.all(answers)).map((one) => one.status)).toEqual(Array(6).fill(201));
    await expectAllGivenBack();
  });

  it('decodes a picture of a member after one of each account that waits, however many those have', async () => {
    const { decodeQueue } = t.deps;
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: DECODES_AT_ONCE }, () => decodeQueue.run(() => hold.promise));
    const small = await png({ width: 20, height: 20 });
    // The order of the turns: that of the responses also depends on how fast files and rows are written.
    const begun: (string | undefined)[] = [];
    const run = decodeQueue.run.bind(decodeQueue);
    const spied = vi.spyOn(decodeQueue, 'run').mockImplementation((work, turn) =>
      run(() => {
        begun.push(turn?.group);
        return work();
      }, turn),
    );
    const post = async (member: Member, count: number) =>
      (await send(t, as(member), pictures(...Array.from({ length: count }, () => small)))).status;
    const [first, second, third] = members as [Member, Member, Member];
    const many = [first, second].flatMap((member) => [1, 2].map(() => post(member, 4)));
    await vi.waitFor(() => expect(decodeQueue.waiting).toBe(4), 5000);
    expect(await post(first, 1)).toBe(429);
    const single = post(third, 1);
    await vi.waitFor(() => expect(decodeQueue.waiting).toBe(5), 5000);
    expect(begun).toEqual([]);
    hold.resolve();
    await Promise.all(running);
    expect(await Promise.all([...many, single])).toEqual(Array(5).fill(201));
    spied.mockRestore();
    expect(begun).toHaveLength(17);
    // Its turn comes after one picture of each of the others.
    expect(begun.slice(0, 3).toSorted()).toEqual([first, second, third].map(({ accountId }) => accountId).toSorted());
    await expectAllGivenBack();
  });

  it('accepts four posts of four pictures at the pixel limit', { timeout: 90_000 }, async () => {
    const before = (await storedFiles(t)).length;
    const largest = pngBomb(7680, 4320, 3);
    const body = form(pictures(largest, largest, largest, largest));
    const { payload } = body;
    const all = members.slice(0, 4).map(async (member) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/posts/with-images`, {
        method: 'POST',
        headers: { ...body.headers, authorization: `Bearer ${member.token}`, 'x-profile-id': member.profile.id },
        body: new Uint8Array(payload),
      });
      return [response.status, ((await response.json()) as Answer).data.images.length];
    });
    expect(await Promise.all(all)).toEqual(Array(4).fill([201, 4]));
    expect((await storedFiles(t)).length).toBe(before + 16);
    await expectAllGivenBack();
  });
});

describe('more bytes than the server buffers', () => {
  /** Announces a body and sends its first MiB. */
  function begin(member: Member, lengthBytes: number): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(head(LINE, ...headers(member, 'multipart/form-data; boundary=x', lengthBytes)));
    socket.write('--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n');
    socket.write(Buffer.alloc(MIB, 'pixels'));
    return socket;
  }
  const small = async (member: Member) => {
    const body = form(pictures(await png({ width: 20, height: 20 })));
    return sendRaw(
      port,
      head(LINE, ...headers(member, body.headers['content-type'], body.payload.length)),
      body.payload,
    );
  };

  it('stalled uploads of four members at two addresses delay no small one, and a large one by seconds', async () => {
    const { bodyBudget } = t.deps;
    const sockets = members.slice(0, 2).map((member) => begin(member, 48 * MIB));
    await vi.waitFor(() => expect(bodyBudget.reservedBytes).toBe(2 * 48 * MIB), 5000);
    expect((await small(members[4]!))?.status).toBe(201);
    const others = await Promise.all([1, 2].map((n) => bodyBudget.reserve(arrivedBody(`other ${n}`, 48 * MIB))));
    const body = form(pictures(noise(2 * MIB, 1)));
    const large = sendRaw(
      port,
      head(LINE, ...headers(members[4]!, body.headers['content-type'], body.payload.length)),
      body.payload,
    );
    await vi.waitFor(() => expect(bodyBudget.waiting).toBe(1));
    expect((await large)?.json.error_code, 'it was read').toBe('unsupported_image_type');
    for (const socket of sockets) socket.destroy();
    for (const room of others) room.release();
    await expectAllGivenBack();
  });
});
