import type { Attention } from '../../areas/home/attention.ts';
import { MAX_COUNTED } from '../../areas/operator/waiting.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { PageContext } from '../kit/page-context.ts';
import { rememberedActing } from '../kit/web-session.ts';

/** The profiles that the menu lists. The page of profiles has all. */
const LISTED = 8;

/** The profiles of a person, with what is unread for each; `acting` is the one that pages start with. */
export type AccountMenu = {
  acting: ProfileWire | null;
  profiles: { profile: ProfileWire; unread: string; isActing: boolean }[];
  isCut: boolean;
  othersUnread: boolean;
  /** Not one that only this page acts for. */
  isUsual: boolean;
};

const NO_PROFILES: AccountMenu = { acting: null, profiles: [], isCut: false, othersUnread: false, isUsual: true };

type Source = PageContext & { profiles(): Promise<{ profile: ProfileWire }[]>; attention(): Promise<Attention> };

/** A page is shown without the profiles if they can't be read. */
export async function readAccountMenu(page: Source, actingId: string | undefined): Promise<AccountMenu> {
  const { session, request, ctx } = page;
  if (session === null || session.principal.suspendedAt !== null || request.headers['hx-request'] === 'true') {
    return NO_PROFILES;
  }
  try {
    const [managed, attention] = await Promise.all([page.profiles(), page.attention()]);
    const find = (id: string | undefined) => managed.find(({ profile }) => profile.id === id);
    const usual = find(rememberedActing(request, ctx.config)) ?? managed[0];
    const acting = find(actingId) ?? usual;
    const count = (one: string) => (attention.notifications.get(one) ?? 0) + (attention.unread.get(one) ?? 0);
    const profiles = managed.slice(0, LISTED).map(({ profile }) => ({
      profile,
      unread: countInWords(count(profile.id)),
      isActing: profile.id === acting?.profile.id,
    }));
    return {
      acting: acting?.profile ?? null,
      profiles,
      isCut: managed.length > LISTED,
      othersUnread: profiles.some(({ unread, isActing }) => !isActing && unread !== ''),
      isUsual: acting === usual,
    };
  } catch (error) {
    request.log.warn({ err: error }, 'the profiles of the account menu could not be read');
    return NO_PROFILES;
  }
}

const countInWords = (count: number) =>
  count === 0 ? '' : count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count);
