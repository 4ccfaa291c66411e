import type { ProfileWire, SingleProfileWire } from '../../../areas/profiles/schemas.ts';
import { REPORTING_PERMISSIONS } from '../../../core/enums.ts';
import { LIMITS } from '../../../core/limits.ts';
import { actingListsOf, profilePage } from '../../public/profile-page.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { memberEntry } from '../member-entries.ts';
import type { ConsolePages } from '../page-routes.ts';
import { withPendingRequests } from '../pending-requests.ts';
import { cardsFor } from '../post-cards.ts';
import { moved, readerFor } from '../public-reader.ts';
import { changeRelation, type Refusal } from '../relation-changes.ts';
import { asideFor } from '../side-column.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';

const PATH = '/@:word';

/** A profile with its posts, and what the acting profile can do with it. */
export function memberProfilePages(pages: ConsolePages): void {
  pages.get(PATH, 'home.show_profile', (page) => showProfile(page), { hasPublicPage: true });

  pages.post(PATH, 'home.change_member', async (page, form) => {
    const result = await changeRelation(page, form.one('profile'), form);
    const here = `/@${page.segment('word')}`;
    const refusal = 'notice' in result ? undefined : result;
    if (page.request.headers['hx-request'] === 'true') return showRelation(page, form.one('profile'), refusal);
    if ('notice' in result) return page.redirect(here, result.notice);
    return showRefusal(page, result, here, () => showProfile(page, result));
  });
}

async function showProfile(page: ConsoleContext, refusal?: Refusal) {
  const acting = await actingProfile(page);
  const cursor = page.query('cursor');
  const show = page.query('show');
  const shown = await profilePage(readerFor(page, acting), page.param('word'), cursor, show);
  if (shown.data === undefined) return moved(page, shown.path);
  const { head, profile, card, actingLists, posts, older, newest, tabs } = shown.data;
  const path = `/@${profile.username}`;
  const isPart = page.request.headers['hx-request'] === 'true' && cursor !== undefined;
  const cards = await cardsFor(page, acting, pageAddress(path, { show, cursor }));
  const list = { title: head.title, shell: 'profile', acting, cards, posts, next: older };
  if (isPart) return page.show('posts/cards', list);
  const [relation, aside] = await Promise.all([relationTo(page, acting, profile), asideFor(page, acting, profile.id)]);
  const data = { ...list, ...aside, profile, card, actingLists, newest, tabs, ...relation, ...refusal };
  return page.show('profiles/member', data, refusal ? 422 : 200);
}

/** The buttons alone, after one was used. */
async function showRelation(page: ConsoleContext, profileId: string, refusal?: Refusal) {
  const acting = await actingProfile(page, profileId);
  const path = `/v1/profiles/${page.segment('word')}`;
  const profile = await page.call<SingleProfileWire>('GET', path, { profileId });
  const [relation, actingLists] = await Promise.all([
    relationTo(page, acting, profile),
    actingListsOf(readerFor(page, acting), profile),
  ]);
  const data = { title: profile.name, acting, profile, actingLists, ...relation, ...refusal };
  return page.show('profiles/relation', data, refusal ? 422 : 200);
}

/** The buttons for a member, and whether the person can edit, report and write to it. */
async function relationTo(page: ConsoleContext, acting: ActingProfile | null, profile: SingleProfileWire) {
  const here = `/@${profile.username}`;
  const owned = page.principal.profiles.get(profile.id);
  const edits = owned?.permissions.includes('profile_editing') ?? false;
  if (!acting) return { here, edits, entry: null, tags: [], postsAs: false, reports: false, writes: false };
  const [member] = await withPendingRequests(page, acting, [{ profile, muted: await isMuted(page, acting, profile) }]);
  const isOther = owned === undefined;
  const isSelf = profile.id === acting.profile.id;
  const entry = memberEntry(member!, acting);
  const known = entry.tags.filter((tag) => tag !== 'Following');
  return {
    here,
    edits,
    entry,
    tags: isSelf ? [] : isOther ? known : [`You manage this ${profile.type === 'company' ? 'page' : 'profile'}`],
    postsAs: !isSelf && (owned?.permissions.some((one) => one === 'posting' || one === 'drafting') ?? false),
    reports: isOther && REPORTING_PERMISSIONS.some(acting.may),
    writes: isOther && profile.viewer?.can_message === true,
  };
}

/** The relation of two profiles doesn't say it. */
async function isMuted(page: ConsoleContext, acting: ActingProfile, { id }: ProfileWire): Promise<boolean> {
  const answer = await page.attempt<{ items: { profile: ProfileWire }[] }>('GET', '/v1/mutes', {
    profileId: acting.profile.id,
    query: { limit: String(LIMITS.page.max) },
  });
  return answer.ok && answer.data.items.some(({ profile }) => profile.id === id);
}
