import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { startTestApp } from '../support/app.ts';
import { AREA_STATEMENTS } from './areas.ts';
import { allRoutes, callRecipe } from './call-recipe.ts';
import { RECIPES } from './recipes.ts';
import { makeWorld, type World } from './world.ts';

/**
 * How often one successful call may wait for the database, `commit` included, with a cached credential. A number that
 * grows with the data (a query per row) fails here before it is slow.
 */
const BUDGET: Readonly<Record<string, number>> = {
  'meta.get': 0,
  'meta.get_links': 0,
  'meta.get_operation': 0,
  'meta.get_root': 0,
  'meta.list_operations': 0,
  'taxonomies.list_cities': 0,
  'taxonomies.list_countries': 0,
  'taxonomies.list_states': 0,
  'account.change_password': 9,
  'account.confirm_password_reset': 7,
  'access.get_invitation': 3,
  'access.invite': 6,
  'access.list': 3,
  'access.list_invitations': 2,
  'access.list_principals': 2,
  'access.resend': 6,
  'access.respond': 11,
  'access.revoke': 9,
  'access.update': 8,
  'account.create': 3,
  'account.create_session': 4,
  'account.get': 1,
  'account.list_sessions': 1,
  'account.remove': 10,
  'account.request_password_reset': 2,
  'account.resend_verification': 4,
  'account.revoke_session': 3,
  'account.update': 1,
  'account.verify_email': 3,
  'audit.list': 1,
  'contacts.create_request': 1,
  'contacts.get_request': 1,
  'contacts.list': 2,
  'contacts.list_requests': 2,
  'contacts.remove': 1,
  'contacts.respond': 2,
  'contacts.withdraw': 1,
  'exports.create': 1,
  'exports.get': 1,
  'follows.create': 2,
  'follows.list_followers': 1,
  'follows.list_following': 1,
  'follows.remove': 1,
  'oauth_grants.list': 1,
  'oauth_grants.revoke': 4,
  'keys.create': 4,
  'keys.list': 1,
  'keys.revoke': 7,
  'keys.rotate': 5,
  'keys.update': 6,
  'me.get': 1,
  'home.get': 8,
  'profiles.create': 2,
  'profiles.get': 1,
  'profiles.get_settings': 1,
  'profiles.list': 1,
  'profiles.list_sitemap': 2,
  'profiles.list_suggestions': 2,
  'profiles.lookup': 1,
  'profiles.remove': 26,
  'profiles.remove_avatar': 1,
  'profiles.remove_banner': 1,
  'profiles.set_avatar': 2,
  'profiles.set_banner': 2,
  'profiles.update': 1,
  'conversations.get': 1,
  'conversations.get_message': 1,
  'conversations.get_summary': 1,
  'conversations.list': 2,
  'conversations.list_messages': 1,
  'conversations.mark_read': 1,
  'conversations.open_direct': 2,
  'conversations.remove_message': 1,
  'conversations.send_message': 1,
  'posts.create': 1,
  'posts.create_comment': 1,
  'posts.create_with_images': 2,
  'posts.get': 1,
  'posts.get_context': 1,
  'posts.list_comments': 2,
  'posts.list_of_profile': 2,
  'posts.list_quotes': 2,
  'posts.list_reactions': 2,
  'posts.list_revisions': 2,
  'posts.lookup': 1,
  'posts.publish': 5,
  'posts.remove': 1,
  'posts.replace_images': 4,
  'posts.return': 4,
  'posts.set_reaction': 1,
  'posts.update': 4,
  'reports.create': 1,
  'safety.block': 1,
  'safety.list_blocks': 2,
  'safety.unblock': 1,
  ...AREA_STATEMENTS,
};

const routes = await allRoutes();
let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await startTestApp();
  w = await makeWorld(t);
  // Several rows, so that a query per row is noticed.
  for (let i = 0; i < 5; i++) {
    await w.post(w.me);
    await RECIPES['conversations.get']!.path!(w);
  }
});

function lastCount(): number {
  const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
  return line.round_trips;
}

it('every operation has a budget', () => {
  expect(Object.keys(BUDGET).sort()).toEqual(routes.map(({ contract }) => contract.operation).sort());
});

describe('round trips to the database', () => {
  it.each(routes.map((route) => [route.contract.operation, route] as const))('%s', async (operation, route) => {
    const recipe = RECIPES[operation]!;
    const budget = BUDGET[operation]!;
    let counted = Number.POSITIVE_INFINITY;
    // A late notification about an earlier test's change may clear the cache, which costs one more.
    for (let attempt = 0; attempt < 3 && counted > budget; attempt++) {
      if (recipe.token === undefined) await t.call('GET', '/v1/me', { token: w.me.token });
      const answer = await callRecipe(w, route, recipe, { path: await recipe.path?.(w) });
      expect(answer.status, answer.text).toBeLessThan(300);
      counted = lastCount();
    }
    expect(counted, operation).toBeLessThanOrEqual(budget);
  });
});
