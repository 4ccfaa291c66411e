import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png, pngBomb } from '../../support/pictures.ts';
import { as, form, pictures, send, storedFiles } from '../../support/posts.ts';
import { head, listen, sendRaw } from '../../support/raw-http.ts';

/** Many members upload large pictures at once. */

const MIB = 1024 * 1024;
/** Four bodies of the largest size. */
const BUDGET_BYTES = 4 * 48 * MIB;
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
  it('lets sixteen wait and refuses others with Retry-After; everyone gets a response', async () => {
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: DECODES_AT_ONCE }, () => t.deps.decodeQueue.run(() => hold.promise));
    const small = await png({ width: 20, height: 20 });
    const answers = members.slice(0, 6).map((member) => send(t, as(member), pictures(small, small, small, small)));
    const early: Awaited<(typeof answers)[number]>[] = [];
    for (const answer of answers) answer.then((one) => early.push(one));
    await vi.waitFor(() => expect([t.deps.decodeQueue.waiting, early.length]).toEqual([4, 2]), 5000);
    for (const { status, json, headers } of early) {
      expect([status, json.error_code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    }
    hold.resolve();
    await Promise.all(running);
    const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 201, 201, 503, 503]);
    await expectAllGivenBack();
  });

  it('decodes the picture of a member after one of each account that waits, however many those have', async () => {
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: DECODES_AT_ONCE }, () => t.deps.decodeQueue.run(() => hold.promise));
    const small = await png({ width: 20, height: 20 });
    const order: string[] = [];
    const post = async (name: string, member: Member) => {
      const { status } = await send(t, as(member), pictures(small));
      order.push(`${name} ${status}`);
    };
    const [first, second, third] = members as [Member, Member, Member];
    const many = [first, second].flatMap((member) => Array.from({ length: 8 }, () => post('one of many', member)));
    await vi.waitFor(() => expect(t.deps.decodeQueue.waiting).toBe(16), 5000);
    await post('beyond the share', first);
    const single = post('the only one', third);
    await vi.waitFor(() => expect(order).toEqual(['beyond the share 429', 'one of many 503']), 5000);
    hold.resolve();
    await Promise.all([...running, ...many, single]);
    expect(order.filter((one) => one === 'one of many 201').length).toBe(15);
    // It would be last in the order of arrival. Responses may overtake each other.
    expect(order.indexOf('the only one 201')).toBeLessThan(14);
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
  const reserved = (bytes: number) => vi.waitFor(() => expect(t.deps.bodyBudget.reservedBytes).toBe(bytes), 5000);
  const small = async (member: Member) => {
    const body = form(pictures(await png({ width: 20, height: 20 })));
    return sendRaw(
      port,
      head(LINE, ...headers(member, body.headers['content-type'], body.payload.length)),
      body.payload,
    );
  };

  it('counts received bytes, not announced ones: four stalled uploads block nobody', async () => {
    const sockets = members.slice(0, 4).map((member) => begin(member, 48 * MIB));
    await reserved(4 * MIB);
    expect((await small(members[4]!))?.status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await expectAllGivenBack();
  });

  it('refuses large bodies while they arrive, never small ones, and recovers when senders disconnect', async () => {
    const release = t.deps.bodyBudget.reserve(BUDGET_BYTES - MIB);
    const socket = begin(members[0]!, 48 * MIB);
    await reserved(BUDGET_BYTES);
    for (const type of ['multipart/form-data; boundary=x', 'application/json']) {
      const refused = await sendRaw(
        port,
        head(LINE, ...headers(members[4]!, type, 48 * MIB)),
        '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n',
        Buffer.alloc(MIB, 'pixels'),
      );
      expect([refused?.status, refused?.headers['retry-after'], refused?.headers['connection']]).toEqual([
        503,
        '5',
        'close',
      ]);
    }
    expect(t.deps.bodyBudget.reservedBytes, 'the refused ones released their bytes').toBe(BUDGET_BYTES);
    expect((await small(members[4]!))?.status).toBe(201);
    release();
    socket.destroy();
    await expectAllGivenBack();
    expect((await small(members[0]!))?.status).toBe(201);
  });
});
