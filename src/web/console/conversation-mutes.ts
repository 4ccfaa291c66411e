import type { z } from 'zod';
import type { ConversationItem, ConversationPage } from '../../areas/conversations/schemas.ts';
import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ConsoleContext } from './console-context.ts';

/** Whether each conversation is muted, by notification. A manager is asked for help all the same. */
export async function mutesOf(
  page: ConsoleContext,
  profileId: string,
  items: readonly NotificationWire[],
): Promise<ReadonlyMap<string, boolean>> {
  const own = items.filter((item) => item.object.type === 'conversation' && item.managed_profile_id === null);
  const ids = new Set(own.map(({ object }) => object.id));
  if (ids.size === 0) return new Map();
  // Usually all of them are among the newest.
  const query = { limit: String(LIMITS.page.max) };
  const newest = await page.attempt<z.output<typeof ConversationPage>>('GET', '/v1/conversations', {
    profileId,
    query,
  });
  const listed = newest.ok ? newest.data.items : [];
  const mutes = new Map(listed.map(({ conversation, muted }) => [conversation.id, muted]));
  const path = (id: string) => `/v1/conversations/${id}`;
  for (const id of ids) {
    if (mutes.has(id)) continue;
    const answer = await page.attempt<z.output<typeof ConversationItem>>('GET', path(id), { profileId });
    if (answer.ok) mutes.set(id, answer.data.muted);
  }
  return mutes;
}
