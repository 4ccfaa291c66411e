import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { type Member, makeMember } from '../support/members.ts';
import { getCode, makeClient, type OAuthApp, redeem, startOAuthApp } from '../support/oauth.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

/** Connects the same app on another device, with different scopes. */
async function authorizedAgain(member: Member, name: string): Promise<string> {
  const { rows } = await t.pool.query('select client_id from oauth_clients where name = $1', [name]);
  const code = await getCode(t, member, { client_id: rows[0].client_id, scope: 'comments:write' });
  return (await redeem(t, code)).json.access_token;
}

it(
  'lists connected apps with their permissions, and revokes their access',
  async () => {
    const member = await makeMember(t);
    const { page, complaints, strangers } = await signInBy(browser, t.origin, member, '/console/apps');
    await page.getByText('No connected apps.').waitFor();
    await holds(page, 'apps-none');
    const [kept, ended] = await Promise.all(
      ['Reader of everything <b>that is long</b>', 'Second app'].map(async (name) => {
        const client_id = await makeClient(t, { name });
        const answer = await redeem(t, await getCode(t, member, { client_id, scope: 'feed:read posts:write' }));
        return answer.json.access_token;
      }),
    );
    const me = async (token: string) => (await t.call('GET', '/v1/me', { token })).status;
    expect([await me(kept!), await me(ended!)]).toEqual([200, 200]);
    const again = await authorizedAgain(member, 'Second app');
    await page.reload();
    await page.getByText('Reader of everything <b>').waitFor();
    const second = page.getByRole('region', { name: 'Second app' });
    await second.getByText('What this allows').press('Enter');
    await second.getByText('Read the feeds').waitFor();
    await second.getByText('Posts (write), Comments (write), Feed (read)').waitFor();
    await second.getByText(`@${member.profile.username}`).waitFor();
    await holds(page, 'apps');
    page.once('dialog', (dialog) => dialog.accept());
    await second.getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('Access revoked.').waitFor();
    expect(await second.count()).toBe(0);
    expect([await me(kept!), await me(ended!), await me(again)]).toEqual([200, 401, 401]);
    expect([complaints, strangers]).toEqual([[], []]);
    await page.context().close();
  },
  PATIENCE_MS,
);
