import type { Post, Posted } from '../../src/adapters/outbound/post.ts';
import { deliverTo } from '../../src/areas/webhooks/deliver.ts';
import { systemCtx } from '../../src/ctx.ts';
import type { TestApp } from './app.ts';
import { dispatch } from './events.ts';

export { dispatch };

export type Received = { url: string; headers: Readonly<Record<string, string>>; body: string };

export const OK: Posted = { error: null, status: 204, excerpt: '', durationMs: 3 };
export const BROKEN: Posted = { error: 'status', status: 500, excerpt: 'Broken', durationMs: 3 };
export const SILENT: Posted = { error: 'timeout', status: null, excerpt: null, durationMs: 10_000 };

/** A receiver without a network: it stores what it got, and answers as the test says. */
export function makeReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    answer: ((_request: Received) => OK) as (request: Received) => Posted | Promise<Posted>,
    post: (async (url, headers, body) => {
      const request = { url, headers, body };
      received.push(request);
      return receiver.answer(request);
    }) as Post,
    /** What arrived since the last call. */
    take: () =>
      received.splice(0).map((one) => ({ ...one, id: one.headers['webhook-id']!, json: JSON.parse(one.body) })),
  };
  return receiver;
}

/** Dispatches new events and runs each webhook of an account once. */
export async function runWebhooks(t: TestApp, accountId: string, post: Post = t.deps.post): Promise<void> {
  await dispatch(t);
  const { rows } = await t.pool.query<{ id: string }>('select id from webhooks where account_id = $1', [accountId]);
  for (const { id } of rows) await deliverTo(systemCtx(t.deps, 'job.webhooks.deliver'), id, { post });
}

/** Creates a webhook; fails the test if it is refused. */
export async function makeWebhook(
  t: Pick<TestApp, 'call'>,
  by: { token: string },
  body: Record<string, unknown> = {},
): Promise<{ id: string; secret: string }> {
  const answer = await t.call('POST', '/v1/webhooks', {
    token: by.token,
    body: { url: 'https://hooks.example.com/pronet', ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return { id: answer.json.data.webhook.id, secret: answer.json.data.secret };
}
