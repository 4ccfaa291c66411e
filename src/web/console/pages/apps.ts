import type { z } from 'zod';
import type { OAuthGrantPage } from '../../../areas/oauth-grants/schemas.ts';
import { describeScope } from '../../../core/scopes.ts';
import type { ConsolePages } from '../page-routes.ts';
import { profileNames } from '../profile-names.ts';
import { scopesInWords } from '../scope-choices.ts';

type Grant = z.output<typeof OAuthGrantPage>['items'][number];

/** Merges the grants of each app, one per device and consent. Revoking one of them revokes all. */
function eachOnce(grants: readonly Grant[]): Grant[] {
  return [...Map.groupBy(grants, ({ client }) => client.id).values()].map((of) => ({
    ...of[0]!,
    scopes: [...new Set(of.flatMap(({ scopes }) => scopes))],
    permissions: of.some(({ permissions }) => permissions === null) ? null : of[0]!.permissions,
    profile_ids: [...new Set(of.flatMap(({ profile_ids }) => profile_ids))],
    created_at: of.at(-1)!.created_at,
    last_used_at: of.map(({ last_used_at }) => last_used_at).reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b)),
  }));
}

export function appPages(pages: ConsolePages): void {
  pages.get('/console/apps', 'console.list_apps', async (page) => {
    const query = { cursor: page.query('cursor'), limit: '50' };
    const [{ items, next_cursor }, profiles] = await Promise.all([
      page.call<z.output<typeof OAuthGrantPage>>('GET', '/v1/oauth-grants', { query }),
      page.profiles(),
    ]);
    const apps = eachOnce(items).map((grant) => ({
      grant,
      may: scopesInWords(grant.scopes),
      words: grant.scopes.flatMap((scope) => describeScope(scope)),
      profiles: profileNames(grant.profile_ids, profiles),
    }));
    return page.show('apps/list', { title: 'Connected apps', apps, next: next_cursor });
  });

  pages.post('/console/apps/:oauth_grant_id/end', 'console.end_app', async (page) => {
    await page.call('DELETE', `/v1/oauth-grants/${page.segment('oauth_grant_id')}`);
    return page.redirect('/console/apps', 'app_ended');
  });
}
