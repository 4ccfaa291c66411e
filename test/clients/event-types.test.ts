import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Event, Pronet, webhooks } from '@pronet/client';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { exampleOfEvent } from '../../src/core/event-catalogue.ts';
import { ROOT } from '../support/source-files.ts';

const example = (type: Event['type']) => exampleOfEvent(type) as Event;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Compiles without a cast: the type of an event tells what its data is. */
function wordsOf(event: Event): string {
  if (event.type === 'post.published') return `${event.data.kind} ${event.data.revision}`;
  if (event.type === 'webhook.disabled') return event.data.reason;
  // @ts-expect-error no such type
  if (event.type === 'post.publish') return '';
  // @ts-expect-error other events have no reason
  return String(event.data.reason);
}

test('the comments of arguments do not speak of how a query names several values', async () => {
  const types = await readFile(join(ROOT, 'clients/typescript/src/types.d.ts'), 'utf8');
  expect(types.match(/.*comma-separated.*/gi)).toBeNull();
});

test('the type of an event tells what its data is', () => {
  const types = ['post.published', 'webhook.disabled', 'message.created'] as const;
  expect(types.map(example).map(wordsOf)).toEqual(['post 1', 'failing', 'undefined']);
});

test('and what its object is, in a list with `expand`', async () => {
  const expanded = { ...example('message.created'), expanded: { body: 'Hello' }, actor: { username: 'robin' } };
  const answer = { ok: true, data: { items: [expanded], next_cursor: 'c', has_more: false }, agent: {} };
  const pronet = new Pronet({ baseUrl: 'http://127.0.0.1', fetch: async () => Response.json(answer) });
  const { items } = await pronet.events.list({ expand: ['actor', 'object'] });
  const [event] = items;
  const text = event?.type === 'message.created' ? event.expanded?.body : undefined;
  expect([text, event?.actor?.username]).toEqual(['Hello', 'robin']);
});

test('and in the body of a webhook', async () => {
  const event = example('contact.removed');
  const body = JSON.stringify({ type: event.type, timestamp: event.created_at, data: event });
  const at = new Date();
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(event.id, at, body),
  };
  const { data } = await webhooks.verify(body, headers, SECRET);
  if (data.type === 'webhook.test') throw new Error('not a test');
  expect(data.type === 'contact.removed' && data.data.contact_profile_id).toBe(
    exampleOfEvent('contact.removed').actor_profile_id,
  );
});
