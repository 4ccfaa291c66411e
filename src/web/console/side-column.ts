import type { z } from 'zod';
import type { Suggestions } from '../../areas/profiles/schemas-discovery.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import type { Conversation } from './conversations.ts';
import { pendingFor } from './pages/overview.ts';

export type Suggestion = z.output<typeof Suggestions>['items'][number];

const SUGGESTED = 4;
const WAITING = 6;
const KEYS_READ = '50';
const UNREAD_READ = '50';

/** Members that the acting profile could follow, and those that it follows. Empty if they can't be read now. */
export async function readSuggestions(page: ConsoleContext, { profile }: ActingProfile): Promise<Suggestion[]> {
  const answer = await page.attempt<{ items: Suggestion[] }>('GET', '/v1/profiles/signup-autofollow', {
    profileId: profile.id,
  });
  return answer.ok ? answer.data.items : [];
}

/** The side column of a page, which does not suggest the member that the page is about; null without a profile. */
export async function asideFor(page: ConsoleContext, acting: ActingProfile | null, shownId?: string) {
  if (!acting) return null;
  const suggestions = await readSuggestions(page, acting);
  return sideColumn(
    page,
    suggestions.filter(({ id }) => id !== shownId),
  );
}

type Unread = { items: Conversation[] };

/** The unread conversations with others, and the beginning of the newest. What the person wrote from another own profile doesn't wait. */
async function unreadOf(page: ConsoleContext, profileId: string) {
  const query = { unread: 'true', limit: UNREAD_READ };
  const answer = await page.attempt<Unread>('GET', '/v1/conversations', { profileId, query });
  if (!answer.ok) return null;
  const own = answer.data.items.filter(({ profile }) => page.principal.profiles.get(profile.id)?.owned);
  const newest = answer.data.items.find((item) => !own.includes(item));
  const sender = newest ? { ...newest.profile, words: newest.conversation.last_message?.preview ?? '' } : null;
  return { fromSelf: own.length, sender };
}

/** What stands next to the feed: members to follow, and what waits for an answer. */
export async function sideColumn(page: ConsoleContext, suggestions: readonly Suggestion[]) {
  const [managed, attention, keys] = await Promise.all([
    page.profiles(),
    page.attention(),
    page.attempt<{ items: { for_agent: boolean }[] }>('GET', '/v1/api-keys', { query: { limit: KEYS_READ } }),
  ]);
  const waiting = await Promise.all(
    pendingFor(managed, attention)
      .slice(0, WAITING)
      .map(async (one) => {
        const unread = one.part === 'unread' ? await unreadOf(page, one.profile.id) : null;
        const count = one.count - (unread?.fromSelf ?? 0);
        return count > 0 ? [{ ...one, count, sender: unread?.sender ?? null }] : [];
      }),
  );
  const agent = managed.find(({ profile, owned }) => owned && profile.type === 'ai_agent')?.profile ?? null;
  return {
    agent: {
      profile: agent,
      exists: agent !== null || (keys.ok && keys.data.items.some(({ for_agent }) => for_agent)),
    },
    suggested: suggestions.filter(({ following }) => !following).slice(0, SUGGESTED),
    waiting: waiting.flat(),
  };
}
