import type { TestApp } from './app.ts';
import type { Member } from './members.ts';

/** Adds sessions to an account that nobody has the tokens of, each last used a minute before the other and a day ago. */
export async function addSessions(t: TestApp, accountId: string, count: number): Promise<void> {
  await t.pool.query(
    `with made as (
      insert into credentials (id, type, account_id, name, scopes, prefix, created_at, last_used_at, expires_at)
      select gen_random_uuid(), 'session', $1, 'session', '{}', 'pns_', $3::timestamptz - interval '2 days',
        $3 - interval '1 day' - n * interval '1 minute', $3 + interval '1 day' from generate_series(1, $2) n
      returning id, created_at)
    insert into credential_secrets (id, credential_id, hash, created_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), created_at from made`,
    [accountId, count, t.clock.now()],
  );
}

/** The live sessions of an account, in the order of their ids. */
export async function liveSessions(t: TestApp, accountId: string): Promise<string[]> {
  const { rows } = await t.pool.query(
    `select id from credentials where account_id = $1 and type = 'session' and revoked_at is null order by id`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** A member with a new session: the one before has expired, or is too old for what it does next. */
export async function signInAgain(t: Pick<TestApp, 'call'>, member: Member): Promise<Member> {
  const { email, password } = member;
  const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  return { ...member, token: answer.json.data.session.token };
}
