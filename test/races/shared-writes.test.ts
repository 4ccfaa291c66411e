import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { allStatements } from '../../src/db/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openConversation } from '../support/conversations.ts';
import { waitForLocks } from '../support/locks.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, auditOf, eventsOf, makePost } from '../support/posts.ts';

/** Writes of many members that run as one statement: each has its own result. */
const MEMBERS = 12;

let t: TestApp;
let members: Member[];
beforeAll(async () => {
  t = await startTestApp();
  members = [];
  for (let index = 0; index < MEMBERS; index++) members.push(await makeMember(t));
});

const publish = (by: Member, body: string) => t.call('POST', '/v1/posts', { ...as(by), body: { body } });
const react = (by: Member, id: string, active = true) =>
  t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(by), body: { reaction_type: 'like', active } });
const countersOf = async (by: Member) => {
  const { rows } = await t.pool.query('select sum(posts)::int as posts from profile_counters where profile_id = $1', [
    by.profile.id,
  ]);
  return rows[0].posts as number;
};

/** Ends each connection's wait before it reports its statistics, then reads how many deadlocks there were. */
async function deadlocks(): Promise<number> {
  const { max } = t.pool.options;
  await Promise.all(
    Array.from({ length: max }, () => t.pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')),
  );
  const { rows } = await t.pool.query('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(rows[0].deadlocks);
}

/** Repeats `action` until `work` is done. */
async function during(work: Promise<unknown>, action: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await action();
  await end;
}

const repeated = (times: number, action: (round: number) => Promise<unknown>) => async () => {
  for (let round = 0; round < times; round++) await action(round);
};

describe('concurrent posts', () => {
  it('are stored with their own authors, events, audit rows and counters', async () => {
    const twice = [...members, ...members];
    const answers = await Promise.all(twice.map((by, index) => publish(by, `Post ${index}`)));
    for (const [index, { status, json }] of answers.entries()) {
      const author = twice[index]!.profile.id;
      expect(status).toBe(201);
      expect(json.data).toMatchObject({ profile_id: author, body: `Post ${index}`, status: 'published', revision: 1 });
      expect(await eventsOf(t, json.data.id)).toMatchObject([{ type: 'post.published', profile_id: author }]);
      expect(await auditOf(t, json.data.id)).toMatchObject([{ operation: 'posts.create', profile_id: author }]);
    }
    expect(await Promise.all(members.map(countersOf))).toEqual(members.map(() => 2));
  });

  it('are refused only for the caller whose session was revoked', async () => {
    const revoked = await makeMember(t);
    await publish(revoked, 'Fills the cache');
    await t.pool.query('update credentials set revoked_at = now() where account_id = $1', [revoked.accountId]);
    const answers = await Promise.all([...members, revoked].map((by) => publish(by, 'A post')));
    expect(answers.map(({ status }) => status)).toEqual([...members.map(() => 201), 401]);
    expect(answers.at(-1)!.json.error_code).toBe('revoked_credentials');
  });

  it('do not wait for a profile that is being deleted', async () => {
    const deleting = await makeMember(t);
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from profiles where id = $1 for update', [deleting.profile.id]);
      let isDone = false;
      const waiting = publish(deleting, 'A post').finally(() => {
        isDone = true;
      });
      const answers = await Promise.all(members.map((by) => publish(by, 'A post')));
      expect(answers.map(({ status }) => status)).toEqual(members.map(() => 201));
      expect(isDone).toBe(false);
      await client.query('rollback');
      expect((await waiting).status).toBe(201);
    } finally {
      client.release();
    }
  });
});

describe('concurrent reactions', () => {
  it('to several posts by several members are all counted, and refused across a block only', async () => {
    const [author, blocked, ...others] = members as [Member, Member, ...Member[]];
    const posts = [await makePost(t, as(author)), await makePost(t, as(others[0]!))];
    await t.call('POST', '/v1/blocks', { ...as(author), body: { profile_id: blocked.profile.id } });
    const all = [blocked, ...others].flatMap((by) => posts.map(({ id }) => ({ by, id })));
    const answers = await Promise.all(all.map(({ by, id }) => react(by, id)));
    expect(answers.filter(({ status }) => status !== 200).map(({ json }) => json.error_code)).toEqual([
      'interaction_not_allowed',
    ]);
    const counts = async () =>
      Promise.all(posts.map(async ({ id }) => (await t.call('GET', `/v1/posts/${id}`)).json.data.likes_count));
    expect(await counts()).toEqual([others.length, others.length + 1]);
    await Promise.all(all.map(({ by, id }) => react(by, id, false)));
    expect(await counts()).toEqual([0, 0]);
  });

  it('reach a comment whose author has a block with the author of the post, alone and together', async () => {
    const [author, commenter, ...others] = [await makeMember(t), await makeMember(t), ...members.slice(2, 6)];
    const post = await makePost(t, as(author!));
    const comment = await makePost(t, as(commenter!), { reply_to_post_id: post.id });
    await t.call('POST', '/v1/blocks', { ...as(author!), body: { profile_id: commenter!.profile.id } });
    const statuses = [(await react(others[0]!, comment.id)).status];
    statuses.push(...(await Promise.all(others.map((by) => react(by, comment.id)))).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { json } = await react(author!, comment.id);
    expect(json.error_code).toBe('interaction_not_allowed');
  });

  it('of one member to one post count once', async () => {
    const [author, reader] = members.slice(2) as [Member, Member];
    const { id } = await makePost(t, as(author));
    const answers = await Promise.all(Array.from({ length: 6 }, () => react(reader, id)));
    expect(answers.map(({ json }) => json.data?.likes_count)).toEqual(answers.map(() => 1));
    expect((await eventsOf(t, id)).filter(({ type }) => type === 'reaction.changed')).toHaveLength(2);
  });
});

describe('a reaction that has begun', () => {
  /** The check waits for the advisory lock 7 before it locks the profile, with the snapshot that it began with. */
  const paused = (text: string) => {
    const found = 'where pr.id = i.profile_id';
    expect(text).toContain(found);
    return text.replace(found, `${found} and pg_advisory_xact_lock_shared(7)::text is not null`);
  };
  const valuesFor = async (by: Member, postId: string) => {
    const { rows } = await t.pool.query(
      `select s.id as secret_id, c.id as credential_id from credentials c join credential_secrets s on s.credential_id = c.id
        where c.account_id = $1`,
      [by.accountId],
    );
    const ids = { audit_id: newId(), event_1_id: newId(), event_2_id: newId(), request_id: newId() };
    const caller = { ...rows[0], account_id: by.accountId, profile_id: by.profile.id, held_scopes: '{}' };
    const call = { operation: 'test', principal_type: 'session', now: new Date() };
    return { ...ids, ...caller, ...call, post_id: postId, reaction_type: 'like', active: true, n: 0 };
  };

  /** Its rows, if `change` is committed while its check is paused. */
  async function reactDuring(by: Member, postId: string, change: string): Promise<unknown[]> {
    const values: Record<string, unknown> = await valuesFor(by, postId);
    const [check, reaction] = ['check_reaction', 'set_reactions'].map((name) => {
      const { text, parameters } = allStatements().get(`posts.${name}`)!;
      return { text, given: parameters.map((one) => [values[one]]) };
    });
    const [pausing, reacting] = [await t.pool.connect(), await t.pool.connect()];
    try {
      await pausing.query('select pg_advisory_lock(7)');
      await reacting.query('begin');
      const checking = reacting.query(paused(check!.text), check!.given);
      await waitForLocks(t.pool, 1);
      await t.pool.query(change, [by.profile.id]);
      await pausing.query('select pg_advisory_unlock(7)');
      await checking;
      return (await reacting.query(reaction!.text, reaction!.given)).rows;
    } finally {
      await reacting.query('rollback');
      pausing.release();
      reacting.release();
    }
  }

  it('changes nothing if its member is deleted meanwhile, but survives other changes', async () => {
    const [author, by] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(author));
    const deletion = (deletedAt: string) => `with locked as (select id from profiles where id = $1 for update)
        update profiles pr set deleted_at = ${deletedAt} from locked where pr.id = locked.id`;
    expect(await reactDuring(by, id, 'update profiles set bio = bio where id = $1')).toHaveLength(1);
    expect(await reactDuring(by, id, deletion('now()'))).toHaveLength(0);
    await t.pool.query(deletion('null'), [by.profile.id]);
  });

  it('is refused to those whose credential was revoked or has expired', async () => {
    const { id } = await makePost(t, as(await makeMember(t)));
    const revoked = await makeMember(t);
    const expired = await makeMember(t);
    for (const by of [revoked, expired]) expect((await react(by, id)).status).toBe(200);
    await t.pool.query('update credentials set revoked_at = now() where account_id = $1', [revoked.accountId]);
    await t.pool.query("update credentials set expires_at = now() - interval '1 hour' where account_id = $1", [
      expired.accountId,
    ]);
    const lone = [await react(revoked, id, false), await react(expired, id, false)];
    const together = await Promise.all([revoked, expired, ...members].map((by) => react(by, id, false)));
    expect([...lone, ...together].map(({ json }) => json.error_code ?? 'done')).toEqual([
      ...['revoked_credentials', 'expired_credentials', 'revoked_credentials', 'expired_credentials'],
      ...members.map(() => 'done'),
    ]);
  });
});

describe('concurrent messages', () => {
  it('keep the order and the unread counts of each conversation', async () => {
    const [one, ...others] = members.slice(2) as [Member, ...Member[]];
    const ids: string[] = [];
    for (const other of others) ids.push(await openConversation(t, one, other));
    const sent = await Promise.all(
      [1, 2, 3].flatMap((number) =>
        ids.map((id) =>
          t.call('POST', `/v1/conversations/${id}/messages`, { ...as(one), body: { body: `Message ${number}` } }),
        ),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
    for (const [index, id] of ids.entries()) {
      const { json } = await t.call('GET', `/v1/conversations/${id}`, as(others[index]!));
      expect(json.data.unread_count).toBe(3);
      const { rows } = await t.pool.query(
        'select array_agg(seq order by seq) as seqs from messages where conversation_id = $1',
        [id],
      );
      expect(rows[0].seqs).toEqual([1, 2, 3]);
    }
  });
});

describe('deadlocks', () => {
  const ROUNDS = 150;

  it('do not occur while the author of several posts reads notifications of reactions', async () => {
    const [author, ...others] = members.slice(2) as [Member, ...Member[]];
    const posts = await Promise.all(Array.from({ length: 6 }, () => makePost(t, as(author))));
    const before = await deadlocks();
    const reacting = Promise.all(
      others.map((by, index) =>
        repeated(ROUNDS, (round) => react(by, posts[(index + round) % posts.length]!.id, round % 2 === 0))(),
      ),
    );
    await during(reacting, () => t.call('PUT', '/v1/notifications/read', { ...as(author), body: {} }));
    expect(await deadlocks()).toBe(before);
  });

  it('do not occur while one member reads notifications of messages from many', async () => {
    const [reader, ...others] = members.slice(2) as [Member, ...Member[]];
    const ids: string[] = [];
    for (const other of others) ids.push(await openConversation(t, other, reader));
    const before = await deadlocks();
    const writing = Promise.all(
      others.map((by, index) =>
        repeated(ROUNDS, () =>
          t.call('POST', `/v1/conversations/${ids[index]}/messages`, { ...as(by), body: { body: 'Hello' } }),
        )(),
      ),
    );
    await during(writing, () => t.call('PUT', '/v1/notifications/read', { ...as(reader), body: {} }));
    expect(await deadlocks()).toBe(before);
  });

  it('do not occur while one member sets and clears the same reactions in different orders', async () => {
    const [author, by] = members.slice(2) as [Member, Member];
    const posts = await Promise.all(Array.from({ length: 6 }, () => makePost(t, as(author))));
    const before = await deadlocks();
    await repeated(ROUNDS, () =>
      Promise.all([
        ...posts.map(({ id }) => react(by, id)),
        ...posts.toReversed().map(({ id }) => react(by, id, false)),
      ]),
    )();
    expect(await deadlocks()).toBe(before);
  });
});
