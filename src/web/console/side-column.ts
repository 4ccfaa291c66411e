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

/** The member that wrote last in an unread conversation, and the beginning of it. */
async function newestSender(page: ConsoleContext, profileId: string) {
  const query = { unread: 'true', limit: '1' };
  const answer = await page.attempt<Unread>('GET', '/v1/conversations', { profileId, query });
  const newest = answer.ok ? answer.data.items[0] : undefined;
  return newest ? { ...newest.profile, words: newest.conversation.last_message?.preview ?? '' } : null;
}

/** What stands next to the feed: members to follow, and what waits for an answer. */
export async function sideColumn(page: ConsoleContext, suggestions: readonly Suggestion[]) {
  const [managed, attention, keys] = await Promise.all([
    page.profiles(),
    page.attention(),
    page.attempt<{ items: { for_agent: boolean }[] }>('GET', '/v1/api-keys', { query: { limit: KEYS_READ } }),
  ]);
  const agent = managed.find(({ profile, owned }) => owned && profile.type === 'ai_agent')?.profile ?? null;
  return {
    agent: {
      profile: agent,
      exists: agent !== null || (keys.ok && keys.data.items.some(({ for_agent }) => for_agent)),
    },
    suggested: suggestions.filter(({ following }) => !following).slice(0, SUGGESTED),
    waiting: await Promise.all(
      pendingFor(managed, attention)
        .slice(0, WAITING)
        .map(async (one) => ({
          ...one,
          sender: one.part === 'unread' ? await newestSender(page, one.profile.id) : null,
        })),
    ),
  };
}
