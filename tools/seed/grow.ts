import type pg from 'pg';
import { onEvents } from '../../src/areas/index.ts';
import { hashPassword } from '../../src/auth/passwords.ts';
import { newToken } from '../../src/auth/secrets.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { StartError } from '../../src/core/start-error.ts';
import { systemCtx } from '../../src/ctx.ts';
import { asOwner } from '../../src/db/owner.ts';
import { DEMO_ACCOUNTS, emailOf, POSTS } from '../../src/demo/content.ts';
import { makeDemo } from '../../src/demo/make-demo.ts';
import type { Deps } from '../../src/deps.ts';
import { dispatchAll } from '../../src/events/dispatcher.ts';
import { keepEventPartitions } from '../../src/events/partitions.ts';
import { storeSeedPictures } from './pictures.ts';
import { VOCABULARIES } from './vocabulary.ts';
import { makeWorld, type Start } from './world.ts';
import { type Written, writeWorld } from './write.ts';

export type GrowOptions = { profiles: number; posts: number; seed: number; pictures: number };

/** No timeouts: those of the pool are meant for requests. */
const LONG =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0; set local maintenance_work_mem = '256MB'";
/** If two commands start at the same time, the second waits and then finds the members of the first. */
const ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('pronet.seed'))";

/**
 * Fills an instance with a network around the members of the demo, which is created first if the instance is empty. Uses
 * one transaction, so the network exists completely or not at all. The same seed gives the same network relative to now.
 *
 * @throws StartError if there are accounts other than those of the demo.
 */
export async function grow(deps: Deps, options: GrowOptions, tell: (written: Written) => void): Promise<void> {
  await refuseOthers(deps.database.pool);
  await makeDemo(deps);
  const now = deps.clock.now().getTime();
  const { config, database } = deps;
  await asOwner(config, database.pool, (owner) => keepEventPartitions(owner, new Date(now - LIMITS.event.kept_ms)));
  const world = makeWorld({ ...options, now, start: await readStart(database.pool) });
  const begun = performance.now();
  const pictures = await storeSeedPictures(systemCtx(deps, 'seed.grow'), world, options.pictures);
  tell({ what: 'picture files', rows: pictures.files.length, seconds: (performance.now() - begun) / 1000 });
  const passwordHash = await hashPassword(newToken());
  // Only the owner may drop and create indexes.
  await asOwner(config, database.pool, async (client) => {
    await client.query(`begin; ${LONG}; ${ONE_AT_A_TIME}`);
    await refuseOthers(client);
    await writeWorld(client, world, pictures, passwordHash, tell);
    await client.query('commit');
  });
  const written = performance.now();
  // Here, so that the dispatcher does not take what is dated back for late.
  const rows = await dispatchAll(systemCtx(deps, 'seed.grow'), { onEvents });
  tell({ what: 'positions of events', rows, seconds: (performance.now() - written) / 1000 });
}

type Sql = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

async function refuseOthers(client: Sql): Promise<void> {
  const { rowCount } = await client.query('select from accounts where email_key <> all($1) limit 1', [
    DEMO_ACCOUNTS.map(emailOf),
  ]);
  if (rowCount === 0) return;
  throw new StartError(
    'This instance already has members other than those of the demo. Use a DATA_DIR or DATABASE_URL that is new or contains only the demo.',
  );
}

async function readStart(client: Sql): Promise<Start> {
  const members = await client.query(
    `select pr.id, ac.id as "actorId", pr.type, pr.name, pr.created_at as "createdAt"
      from profiles pr join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
      where pr.deleted_at is null order by pr.username`,
  );
  const posts = await client.query(
    `select id, profile_id, body, published_at as "publishedAt" from posts
      where status = 'published' and kind <> 'comment' and visibility = 'public' and body = any($1) order by published_at, body`,
    [POSTS.map(({ body }) => body)],
  );
  return {
    members: members.rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })),
    posts: posts.rows.map(({ id, profile_id, body, publishedAt }) => ({
      id,
      author: members.rows.findIndex((member) => member.id === profile_id),
      publishedAt: publishedAt.getTime(),
      language: VOCABULARIES.findIndex(
        ({ language }) => language === POSTS.find((post) => post.body === body)!.language,
      ),
    })),
  };
}
