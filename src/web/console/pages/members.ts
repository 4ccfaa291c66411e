import type { SingleProfileWire } from '../../../areas/profiles/schemas.ts';
import { fail } from '../../../core/errors.ts';
import { isId } from '../../../core/ids.ts';
import { isReserved, usernameSchema } from '../../../core/username.ts';
import { actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { memberEntry } from '../member-entries.ts';
import type { ConsolePages } from '../page-routes.ts';
import { withPendingRequests } from '../pending-requests.ts';
import { changeRelation, type Refusal } from '../relation-changes.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';

const PATH = '/console/members/:username';

/** One member, to follow, contact, mute or block. Public profiles link here; a search does not find everyone. */
export function memberPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_member', (page) => showMember(page));

  pages.post(PATH, 'console.change_member', async (page, form) => {
    const result = await changeRelation(page, page.query('profile') ?? fail('profile_not_found'), form);
    const here = pathOf(page, page.query('profile'));
    if ('notice' in result) return page.redirect(here, result.notice);
    return showRefusal(page, result, here, () => showMember(page, result));
  });
}

function pathOf(page: ConsoleContext, profile?: string): string {
  return pageAddress(`/console/members/${encodeURIComponent(page.param('username'))}`, { profile });
}

async function showMember(page: ConsoleContext, refusal?: Refusal) {
  const username = page.param('username');
  // The API has paths with reserved names.
  if (!isId(username) && (isReserved(username) || !usernameSchema().safeParse(username).success)) {
    fail('profile_not_found');
  }
  const acting = await actingProfile(page);
  const profile = await page.call<SingleProfileWire>('GET', `/v1/profiles/${encodeURIComponent(username)}`, {
    ...(acting ? { profileId: acting.profile.id } : {}),
  });
  const shared = { title: 'Follow or contact', profile, to: pathOf(page) };
  if (!acting) return page.show('members/none', shared);
  const members = await withPendingRequests(page, acting, [{ profile }]);
  const entry = memberEntry(members[0]!, acting);
  const data = { ...shared, acting, entry, here: pathOf(page, acting.profile.id), ...refusal };
  return page.show('members/member', data, refusal ? 422 : 200);
}
