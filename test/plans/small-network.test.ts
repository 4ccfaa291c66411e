import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import '../../src/areas/index.ts';
import { SESSION } from '../../src/db/client.ts';
import { allStatements } from '../../src/db/statement.ts';
import { nodesOf } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

/**
 * In a small network, Postgres prefers to hash a whole table of posts to looking up a few of them. With 5,000 posts, that
 * takes ten times as long.
 */
const POSTS = 5000;
const PROFILES = 50;
/** They concern all posts of an author, in the background. */
const ALLOWED = ['exports.list_post_pictures', 'posts.remove_posts_of'];

let client: pg.Client;
beforeAll(async () => {
  client = await openPlanDatabase(['posts', 'profiles', 'post_counters']);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'human', 'member-' || n, 'Member', 'M', '{}', now(), now() from generate_series(1, ${PROFILES}) n`);
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
    select gen_random_uuid(), pr.id, 'post', 'published', 'public', 'A post of the network', 'none', '{}', now() - n * interval '1 minute', now(), now()
    from (select id, row_number() over () as place from profiles) pr join generate_series(1, ${POSTS}) n on pr.place = 1 + n % ${PROFILES}`);
  await client.query(`insert into post_counters (post_id, shard, likes)
    select id, 0, 1 from posts order by published_at desc limit 200`);
  await vacuum(client, ['posts', 'profiles', 'post_counters']);
}, 180_000);

it.each(['posts.read_one anonymous', 'posts.read_shared'])(
  '%s reads no table as a whole on connections of the server',
  async (name) => {
    const scansOf = async () => {
      const call = allStatements().get(name)!.call(anyValues);
      const nodes = await nodesOf(client, call, { generic: true });
      return nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    };
    expect(await scansOf()).not.toEqual([]);
    await client.query(`set random_page_cost = ${SESSION.random_page_cost}`);
    expect(await scansOf()).toEqual([]);
    await client.query('reset random_page_cost');
  },
);

const anyValues = new Proxy({} as Record<string, unknown>, { get: () => null });

it('no statement reads all posts', async () => {
  const scanning: string[] = [];
  for (const [name, statement] of allStatements()) {
    if (name.startsWith('test.') || ALLOWED.includes(name)) continue;
    const nodes = await nodesOf(client, statement.call(anyValues), { generic: true });
    if (nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'posts'))
      scanning.push(name);
  }
  expect(scanning).toEqual([]);
});
