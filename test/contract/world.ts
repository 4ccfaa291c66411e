import { newSecret } from '../../src/auth/key-format.ts';
import { sha256 } from '../../src/auth/secrets.ts';
import { newId } from '../../src/core/ids.ts';
import type { TestApp } from '../support/app.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { type MadeKey, type Member, makeKey, makeMember, makeProfile, unique } from '../support/members.ts';
import { as } from '../support/posts.ts';

/** The members and credentials of the generated tests: one member, one stranger, and every kind of credential. */
export type World = {
  t: TestApp;
  /** One account, one profile, a session. */
  me: Member;
  stranger: Member;
  /** Its account is suspended by the operator. */
  suspended: Member;
  /** Each is attached to `me.profile`. */
  keys: { full: MadeKey; expired: MadeKey; revoked: MadeKey };
  keyWith(scopes: readonly string[]): Promise<MadeKey>;
  /** The id of another member's profile that `me` manages with the given permissions. */
  managed(permissions: readonly string[]): Promise<{ profileId: string; owner: Member }>;
  post(by: Member, body?: Record<string, unknown>): Promise<string>;
};

const FULL = ['all:all', 'access:all', 'keys:all', 'webhooks:all'];

export async function makeWorld(t: TestApp, profile: Parameters<typeof makeProfile>[2] = {}): Promise<World> {
  const me = await makeMember(t, { name: 'Matrix Owner', ...profile });
  const stranger = await makeMember(t, { name: 'Matrix Stranger' });
  const suspended = await makeMember(t, { name: 'Matrix Suspended' });
  await t.pool.query('update accounts set suspended_at = $2 where id = $1', [suspended.accountId, t.clock.now()]);
  t.deps.credentialCache.clear();
  const profileIds = [me.profile.id];
  const made = new Map<string, MadeKey>();
  const keyWith = async (scopes: readonly string[]) => {
    const name = scopes.join(' ');
    const key = made.get(name) ?? (await makeKey(t, me, { scopes, profileIds }));
    made.set(name, key);
    return key;
  };
  const keys = {
    full: await keyWith(FULL),
    expired: await makeKey(t, me, { scopes: FULL, profileIds }),
    revoked: await makeKey(t, me, { scopes: FULL, profileIds }),
  };
  await t.pool.query('update credentials set expires_at = $2 where id = $1', [
    keys.expired.id,
    new Date(t.clock.now().getTime() - 1),
  ]);
  await t.call('DELETE', `/v1/api-keys/${keys.revoked.id}`, { token: me.token });
  return {
    t,
    me,
    stranger,
    suspended,
    keys,
    keyWith,
    managed: (permissions) => manage(t, me, permissions),
    post: (by, body) => makePost(t, by, body),
  };
}

async function makePost(t: TestApp, by: Member, body: Record<string, unknown> = {}): Promise<string> {
  const answer = await t.call('POST', '/v1/posts', {
    token: by.token,
    as: by.profile.id,
    body: { body: `Post ${unique()}`, ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data.id;
}

/** Inserts an accepted grant directly. */
async function manage(t: TestApp, manager: Member, permissions: readonly string[]) {
  const owner = await makeMember(t);
  const now = t.clock.now();
  await t.pool.query(
    `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, accepted_at, created_at, updated_at)
      values ($1, $2, $3, $4, 'accepted', $5, $5, $5)`,
    [newId(), owner.profile.id, manager.profile.id, permissions, now],
  );
  t.deps.credentialCache.clear();
  return { profileId: owner.profile.id, owner };
}

/** The token that the mail would contain; only its hash is stored. */
export async function mailedToken(
  t: TestApp,
  accountId: string,
  purpose: 'email_verification' | 'password_reset' = 'email_verification',
): Promise<string> {
  const token = newSecret('one_time');
  const now = t.clock.now();
  await t.pool.query(
    `insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [sha256(token), accountId, purpose, now, new Date(now.getTime() + 60_000)],
  );
  return token;
}

/** Another profile of the member's account, so that a removal does not use up the first one. */
export async function spareProfile({ t, me }: World): Promise<string> {
  return (await makeProfile(t, me)).id;
}

/** The conversation of a member with a new one, who has written a message in it. */
export async function newConversation(
  w: World,
  member = w.me,
): Promise<{ conversation_id: string; message_id: string }> {
  const other = await makeMember(w.t);
  const conversation_id = await openConversation(w.t, other, member);
  return { conversation_id, message_id: (await sendMessage(w.t, as(other), conversation_id)).id };
}
