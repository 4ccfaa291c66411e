import { setTimeout as sleep } from 'node:timers/promises';
import { Pronet } from '@pronet/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { OpenStreams } from '../../../src/areas/events/open-streams.ts';
import { EventStream } from '../../../src/areas/events/stream.ts';
import { startDispatcher } from '../../../src/events/dispatcher.ts';
import { readLog } from '../../../src/events/log.ts';
import { granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { type OpenStream, openStream, writeEvents } from '../../support/event-streams.ts';
import { cursorOfNow, numberOf } from '../../support/events.ts';
import { follow } from '../../support/follows.ts';
import { makeMember } from '../../support/members.ts';
import { ctxOf } from '../../support/operator.ts';
import { as } from '../../support/posts.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const MAX_STREAMS = 60;

let t: TestApp;
let address: string;
beforeAll(async () => {
  t = await startTestApp({ MAX_EVENT_STREAMS: String(MAX_STREAMS) });
  address = await t.app.listen({ host: '127.0.0.1', port: 0 });
  const dispatcher = startDispatcher(t.deps);
  atEndOfFile(() => dispatcher.stop());
});

const open = (by: Parameters<typeof openStream>[1], query?: string) => openStream(address, by, query);
/** How the text of a stream shows an event of `writeEvents`. */
const shown = (n: number) => `"fields":["${n}",`;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const receives = (stream: OpenStream, expected: unknown[]) =>
  expect.poll(() => stream.numbers(), { timeout: 10_000, interval: 20 }).toEqual(expected);
/** The dispatcher of this file has given all events their positions. */
const dispatched = () =>
  expect.poll(async () => (await t.pool.query('select from events where position is null')).rowCount).toBe(0);
const cursorOf = (stream: OpenStream) => stream.messages.at(-1)!.id!;

describe('a stream', () => {
  it('sends events as they happen, each with its type and the cursor after it', async () => {
    const member = await makeMember(t);
    await dispatched();
    const stream = await open(as(member));
    expect([stream.status, stream.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('ratelimit-limit')).toBeNull();
    expect(stream.headers.get('x-request-id')).not.toBeNull();
    await t.call('POST', '/v1/posts', { ...as(member), body: { body: 'Hello' } });
    await expect.poll(() => stream.events().length).toBe(1);
    const list = (await t.call('GET', '/v1/events', as(member))).json.data.items;
    expect(stream.events()).toEqual(list.slice(-1));
    expect(stream.messages[0]).toMatchObject({ id: expect.any(String), retry: expect.any(Number) });
    await writeEvents(t, member.profile.id, { from: 1, to: 3 });
    await expect.poll(() => stream.events().length).toBe(4);
    const rest = await t.call('GET', `/v1/events?cursor=${encodeURIComponent(stream.messages[1]!.id!)}`, as(member));
    expect(rest.json.data.items).toEqual(stream.events().slice(1));
    stream.close();
  });

  it('names the manager that acted for the profile', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, ['posting']);
    await dispatched();
    const stream = await open(as(owner));
    const body = { body: 'For the owner' };
    await t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body });
    await expect.poll(() => stream.events().length).toBe(1);
    expect(stream.events()).toMatchObject([{ type: 'post.published', manager_profile_id: manager.profile.id }]);
    stream.close();
  });

  it('has the type of each event as its name, unless the client wants none', async () => {
    const member = await makeMember(t);
    const start = await cursorOfNow(t, as(member));
    const ticket = (await t.call('POST', '/v1/events/stream-tickets', as(member))).json.data.ticket;
    await writeEvents(t, member.profile.id, { from: 1 });
    const named = await fetch(`${address}/v1/events/stream?cursor=${start}`, {
      headers: { authorization: `Bearer ${member.token}`, 'x-profile-id': member.profile.id },
    });
    const plain = await fetch(`${address}/v1/events/stream?cursor=${start}&named=false&ticket=${ticket}`);
    const second = async ({ body }: Response) => {
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!/data:.*\n\n/.test(text)) text += (await reader.read()).value;
      await reader.cancel();
      return text
        .split('\n\n')[1]!
        .split('\n')
        .map((line) => line.split(':')[0]);
    };
    expect(await second(named)).toEqual(['id', 'event', 'data']);
    expect(await second(plain)).toEqual(['id', 'data']);
    expect((await open(as(member), 'named=no')).status).toBe(400);
  });

  it('starts now, at a cursor, or after the last id, which wins', async () => {
    const member = await makeMember(t);
    const start = await cursorOfNow(t, as(member));
    await writeEvents(t, member.profile.id, { from: 1, to: 3 });
    const whole = await open(as(member), `cursor=${start}`);
    await receives(whole, [1, 2, 3]);
    const second = whole.messages.find(({ data }) => data?.includes(shown(2)))!.id!;
    const rest = await open({ ...as(member), headers: { 'last-event-id': second } }, `cursor=${start}`);
    const next = await open({ ...as(member), headers: { 'last-event-id': '' } });
    await receives(rest, [3]);
    await writeEvents(t, member.profile.id, { from: 4 });
    await receives(next, [4]);
    await receives(rest, [3, 4]);
    for (const stream of [whole, rest, next]) stream.close();
  });

  it('sends only the wanted types, and only what the caller may read', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await granted(t, owner, manager, ['profile_editing']);
    const all = await open({ token: manager.token, as: owner.profile.id });
    const follows = await open(as(owner), 'types=contact.removed,follow.created');
    await follow(t, manager, owner);
    await writeEvents(t, owner.profile.id, { from: 2 });
    await receives(all, [2]);
    await expect.poll(() => follows.events().map(({ type }) => type)).toEqual(['follow.created']);
    for (const stream of [all, follows]) stream.close();
  });

  it('refuses before it begins, like every request', async () => {
    const member = await makeMember(t);
    for (const [query, headers] of [['cursor=nothing'], ['', { 'last-event-id': 'nothing' }]] as const) {
      const { status, json } = await open({ ...as(member), ...(headers && { headers }) }, query);
      expect([status, json.error_code]).toEqual([400, 'invalid_cursor']);
      expect(json.agent.next_actions).not.toHaveLength(0);
    }
    expect((await open(as(member), 'type=message.created')).json.error_code).toBe('invalid_request');
    expect((await t.call('HEAD', '/v1/events/stream', as(member))).status).toBe(200);
  });

  it('shows every 15 s that it is alive, and moves the cursor on', async () => {
    const [member, other] = [await makeMember(t), await makeMember(t)];
    await dispatched();
    const stream = await open(as(member));
    await writeEvents(t, other.profile.id, { from: 1, to: 5 });
    const start = cursorOf(stream);
    await sleep(600);
    expect(stream.messages).toHaveLength(1);
    t.clock.advance(15_000);
    await expect.poll(() => stream.messages.length).toBe(2);
    expect(stream.messages[1]).toEqual({ id: expect.not.stringMatching(start) });
    await writeEvents(t, member.profile.id, { from: 1 });
    await receives(stream, [1]);
    const again = await open({ ...as(member), headers: { 'last-event-id': stream.messages[1]!.id! } });
    await receives(again, [1]);
    for (const each of [stream, again]) each.close();
  });

  it('passes on a burst that is larger than its buffer', async () => {
    const member = await makeMember(t);
    const stream = await open(as(member));
    await writeEvents(t, member.profile.id, { from: 1, to: 700, filler: 1000 });
    await receives(stream, numbers(1, 700));
    stream.close();
  });

  it('disconnects a client that reads nothing, with less than 64 KiB buffered', async () => {
    const member = await makeMember(t);
    const ctx = await ctxOf(t, member.token);
    const log = (await readLog.one(ctx))!;
    const start = { epoch: log.epoch, position: log.last_position };
    const client = fakeClient();
    const streams = new OpenStreams(ctx, new AbortController().signal);
    const stream = new EventStream(ctx, start, { ...options(streams), slowMs: 300 });
    await writeEvents(t, member.profile.id, { from: 1, to: 200, filler: 1000 });
    stream.start(client);
    await expect.poll(() => client.isDestroyed, { timeout: 5000 }).toBe(true);
    expect(client.buffered).toBeGreaterThan(10_000);
    expect(client.buffered).toBeLessThan(64 * 1024);
    stream.close();
  });

  it('buffers less than 64 KiB of new events too, and continues where it stopped', async () => {
    const member = await makeMember(t);
    const ctx = await ctxOf(t, member.token);
    await dispatched();
    const { epoch, last_position: position } = (await readLog.one(ctx))!;
    const client = fakeClient();
    const streams = new OpenStreams(ctx, new AbortController().signal);
    const stream = new EventStream(ctx, { epoch, position }, options(streams));
    stream.start(client);
    await writeEvents(t, member.profile.id, { from: 1 });
    await expect.poll(() => client.sent.join('')).toContain(shown(1));
    await writeEvents(t, member.profile.id, { from: 2, to: 150, filler: 1000 });
    await expect.poll(() => client.buffered).toBeGreaterThan(40_000);
    await sleep(300);
    expect(client.buffered).toBeLessThan(64 * 1024);
    expect([client.isDestroyed, client.sent.join('').includes(shown(150))]).toEqual([false, false]);
    await expect.poll(() => client.takeAll().includes(shown(150)), { interval: 20 }).toBe(true);
    expect(client.takeAll().match(/"fields":\["\d+",/g)).toEqual(numbers(1, 150).map(shown));
    stream.close();
  });
});

/** A client that takes what waits for it when the test says so. */
function fakeClient() {
  return {
    sent: [] as string[],
    buffered: 0,
    taken: 0,
    isDestroyed: false,
    write(text: string) {
      this.sent.push(text);
      this.buffered += text.length;
    },
    end(text: string) {
      this.write(text);
    },
    destroy() {
      this.isDestroyed = true;
    },
    takeAll() {
      this.taken += this.buffered;
      this.buffered = 0;
      return this.sent.join('');
    },
  };
}

const options = (streams: OpenStreams) => ({
  streams,
  types: undefined,
  named: true,
  checkAgain: async () => undefined,
  leave: () => undefined,
});

it('ends a stream that is opened while the server begins to stop', async () => {
  const member = await makeMember(t);
  const ctx = await ctxOf(t, member.token);
  const { epoch, last_position: position } = (await readLog.one(ctx))!;
  const client = fakeClient();
  const stream = new EventStream(ctx, { epoch, position }, options(new OpenStreams(ctx, AbortSignal.abort())));
  stream.start(client);
  expect(client.sent.at(-1)).toContain(': the server stops');
  await expect.poll(() => client.isDestroyed).toBe(true);
  stream.close();
});

it('loses and repeats nothing across ten cuts at random moments', async () => {
  const seed = Date.now() % 1_000_000;
  const random = randomFrom(seed);
  console.log(`cuts with seed ${seed}`);
  const member = await makeMember(t);
  const proxy = await startTcpProxy(Number(new URL(address).port));
  const client = new Pronet({
    baseUrl: `http://127.0.0.1:${proxy.port}`,
    token: member.token,
    profileId: member.profile.id,
    // Reconnects at once.
    fetch: async (request) => hurried(await fetch(request)),
  });
  const stop = new AbortController();
  const seen: unknown[] = [];
  const LAST = 400;
  const cursor = decodeURIComponent(await cursorOfNow(t, as(member)));
  const reading = (async () => {
    for await (const { event } of client.events.stream({ cursor }, { signal: stop.signal })) {
      seen.push(numberOf(event));
      if (seen.at(-1) === LAST) return;
    }
  })();
  const writing = (async () => {
    for (let n = 1; n <= LAST; n += 4) {
      await writeEvents(t, member.profile.id, { from: n, to: n + 3 });
      await sleep(random() * 40);
    }
  })();
  for (let cut = 0; cut < 10; cut++) {
    await sleep(random() * 300);
    await proxy.set(random() < 0.5 ? { kind: 'none' } : { kind: 'reset', afterBytes: Math.ceil(random() * 8000) });
  }
  await proxy.set({ kind: 'none' });
  await writing;
  await expect.poll(() => seen.at(-1), { timeout: 20_000, message: `seed ${seed}` }).toBe(LAST);
  await reading;
  stop.abort();
  await proxy.close();
  expect(seen, `seed ${seed}`).toEqual(numbers(1, LAST));
}, 60_000);

/** The same response with a short `retry:`. */
function hurried(response: Response): Response {
  if (!response.body) return response;
  const decoder = new TextDecoderStream();
  const body = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(decoder)
    .pipeThrough(
      new TransformStream<string, string>({
        transform: (chunk, controller) => controller.enqueue(chunk.replace(/^retry: \d+$/m, 'retry: 20')),
      }),
    )
    .pipeThrough(new TextEncoderStream());
  return new Response(body, response);
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
