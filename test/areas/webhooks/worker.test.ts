import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Posted } from '../../../src/adapters/outbound/post.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';
import { BROKEN, dispatch, makeReceiver, makeWebhook, OK, SILENT } from '../../support/webhooks.ts';

const receiver = makeReceiver();
let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp({ WEBHOOK_ALLOW_LOOPBACK: 'false' }, { post: receiver.post });
});
beforeEach(async () => {
  me = await makeMember(t);
  await dispatch(t);
  receiver.take();
  receiver.answer = () => OK;
});

describe('a worker', () => {
  const KINDS = ['hangs', 'hangs', 'fails', 'fails', 'a', 'b', 'c', 'd', 'e', 'f'];

  const startDelivering = () => {
    const { 'webhooks.deliver': quick, 'webhooks.deliver_slow': slow } = JOBS;
    const handlers = makeHandlers(t.deps);
    return startWorker({
      deps: t.deps,
      jobs: { 'webhooks.deliver': quick, 'webhooks.deliver_slow': slow },
      handlers: {
        'webhooks.deliver': handlers['webhooks.deliver'],
        'webhooks.deliver_slow': handlers['webhooks.deliver_slow'],
      },
      timing: { pollMs: 50 },
    });
  };

  it('serves a quick receiver while 120 receivers of 12 members hang', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(t)));
    await dispatch(t);
    for (const member of members) {
      for (let n = 0; n < 10; n++) {
        await makeWebhook(t, member, { url: 'https://slow.example.com/', types: ['post.published'] });
      }
      await makePost(t, as(member));
    }
    let release: (posted: Posted) => void = () => undefined;
    const hanging = new Promise<Posted>((resolve) => {
      release = resolve;
    });
    const arrived = { slow: 0, quick: 0 };
    receiver.answer = ({ url }) => {
      const [name] = new URL(url).hostname.split('.');
      if (name === 'slow') arrived.slow++;
      if (name === 'quick') arrived.quick++;
      return name === 'slow' ? hanging : OK;
    };
    await dispatch(t);
    const worker = await startDelivering();
    try {
      // Five of each member among the quick ones, and one to three among the slow ones.
      await expect.poll(() => arrived.slow).toBeGreaterThanOrEqual(12 * 6);
      await makeWebhook(t, me, { url: 'https://quick.example.com/', types: ['post.published'] });
      await makePost(t, as(me));
      await dispatch(t);
      await expect.poll(() => arrived.quick).toBe(1);
      expect(arrived.slow).toBeLessThanOrEqual(12 * 8);
    } finally {
      release({ ...OK, durationMs: 9000 });
      await worker.stop();
    }
  });

  it('serves all other webhooks while some hang and some fail', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(t)));
    await dispatch(t);
    for (const member of members) {
      for (const name of KINDS) {
        await makeWebhook(t, member, { url: `https://${name}.example.com/`, types: ['post.published'] });
      }
      await makePost(t, as(member));
    }
    let release: (posted: Posted) => void = () => undefined;
    const hanging = new Promise<Posted>((resolve) => {
      release = resolve;
    });
    const arrived = { hangs: 0, fails: 0, others: 0 };
    receiver.answer = ({ url }) => {
      const name = new URL(url).hostname.split('.')[0]!;
      // Webhooks of earlier tests may have something left to send.
      if (!KINDS.includes(name)) return OK;
      const kind = name === 'hangs' || name === 'fails' ? name : 'others';
      arrived[kind]++;
      return { hangs: hanging, fails: BROKEN, others: OK }[kind];
    };
    await dispatch(t);
    const worker = await startDelivering();
    try {
      // Nothing that hangs is answered before all others were served.
      await expect.poll(() => arrived).toMatchObject({ hangs: 10, others: 30 });
      // Some are tried again by then.
      await expect.poll(() => arrived.fails).toBeGreaterThanOrEqual(10);
      const ids = members.map(({ accountId }) => accountId);
      const succeeded = async () =>
        (
          await t.pool.query(
            `select 1 from webhook_deliveries d join webhooks w on w.id = d.webhook_id
              where w.account_id = any($1) and d.status = 'succeeded'`,
            [ids],
          )
        ).rowCount;
      await expect.poll(succeeded, { timeout: 30_000 }).toBe(30);
    } finally {
      release(SILENT);
      await worker.stop();
    }
  });
});
