import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fastify, { type FastifyReply } from 'fastify';
import pg from 'pg';
import { joinEmbedded } from '../../src/db/embedded.ts';

/**
 * The bare floor: the least that a server could do. A separate process with bare Fastify, plain pg and tables of its own,
 * which have only the columns, keys and indexes that these requests need, filled from the world. It has no rules: anyone
 * may do anything, nothing is counted, recorded or announced. Sends its address to the parent process.
 *
 * Arguments: the folder of the run, the size of the pool.
 */
const [directory, poolSize] = process.argv.slice(2) as [string, string];
const joined = await joinEmbedded({ dataDir: join(directory, 'data') });
const pool = new pg.Pool({ ...joined.connection, max: Number(poolSize), application_name: 'bench-bare' });

await pool.query(`drop schema if exists bare cascade; create schema bare;
  create table bare.profiles as select id, type, username, name, call_name, occupation, bio, created_at from public.profiles;
  alter table bare.profiles add primary key (id);
  create table bare.posts as
    select id, profile_id, kind, visibility, body, published_at, revision, 0 as likes_count, 0 as comments_count
    from public.posts where status = 'published';
  alter table bare.posts add primary key (id);
  create index on bare.posts (profile_id, published_at);
  create table bare.follows as select id, follower_profile_id as follower_id, followed_profile_id as followed_id from public.follows;
  create unique index on bare.follows (follower_id, followed_id);
  create index on bare.follows (followed_id, id);
  create table bare.reactions (post_id uuid, profile_id uuid, reaction_type text, primary key (post_id, profile_id));
  create table bare.messages (id uuid primary key, conversation_id uuid, sender_id uuid, body text, created_at timestamptz);
  create index on bare.messages (conversation_id, created_at);
  analyze bare.profiles; analyze bare.posts; analyze bare.follows`);

const PAGE = 20;
const author = `json_build_object('id', pr.id, 'type', pr.type, 'username', pr.username, 'name', pr.name, 'call_name', pr.call_name,
  'occupation', pr.occupation, 'bio', pr.bio, 'created_at', pr.created_at) as profile`;
const post = `p.id, p.profile_id, p.kind, p.visibility, p.body, p.published_at, p.revision, p.likes_count, p.comments_count, ${author}`;
const from = 'from bare.posts p join bare.profiles pr on pr.id = p.profile_id';

const STATEMENTS = {
  post: `select ${post} ${from} where p.id = $1`,
  newestPost: `select ${post} ${from} where p.profile_id = $1 order by p.published_at desc limit 1`,
  followers: `select pr.* from bare.follows f join bare.profiles pr on pr.id = f.follower_id
    where f.followed_id = $1 order by f.id desc limit ${PAGE}`,
  feed: `select ${post} ${from} where p.profile_id in (select followed_id from bare.follows where follower_id = $1)
    order by p.published_at desc limit ${PAGE}`,
  create: `insert into bare.posts values ($1, $2, 'post', 'public', $3, now(), 1, 0, 0) returning *`,
  react: `insert into bare.reactions values ($1, $2, $3) on conflict (post_id, profile_id) do update set reaction_type = excluded.reaction_type
    returning *`,
  removeReaction: 'delete from bare.reactions where post_id = $1 and profile_id = $2 returning *',
  message: 'insert into bare.messages values ($1, $2, $3, $4, now()) returning *',
};

async function rowsOf(name: keyof typeof STATEMENTS, values: unknown[]): Promise<unknown[]> {
  return (await pool.query({ name, text: STATEMENTS[name], values })).rows;
}
const send = (reply: FastifyReply, data: unknown, status = 200) =>
  reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify({ ok: true, data }));

type Given = { Params: { id: string }; Body: { body: string; reaction_type: string; active: boolean } };
const app = fastify({ logger: false });
const callerOf = (headers: Record<string, unknown>) => headers['x-profile-id'];

app.get<Given>('/v1/posts/:id', async ({ params }, reply) => send(reply, (await rowsOf('post', [params.id]))[0]));
app.get<Given>('/v1/profiles/:id/followers', async ({ params }, reply) =>
  send(reply, { items: await rowsOf('followers', [params.id]) }),
);
app.get('/v1/feed', async ({ headers }, reply) => send(reply, { items: await rowsOf('feed', [callerOf(headers)]) }));
// What these two return is compared with the read of one post.
app.get<Given>('/v1/profiles/:id/posts', async ({ params }, reply) =>
  send(reply, (await rowsOf('newestPost', [params.id]))[0]),
);
app.get('/v1/home', async ({ headers }, reply) => send(reply, (await rowsOf('newestPost', [callerOf(headers)]))[0]));
app.post<Given>('/v1/posts', async ({ body, headers }, reply) =>
  send(reply, (await rowsOf('create', [randomUUID(), callerOf(headers), body.body]))[0], 201),
);
app.put<Given>('/v1/posts/:id/reaction', async ({ params, body, headers }, reply) => {
  const key = [params.id, callerOf(headers)];
  const [row] = body.active ? await rowsOf('react', [...key, body.reaction_type]) : await rowsOf('removeReaction', key);
  return send(reply, row ?? {});
});
app.post<Given>('/v1/conversations/:id/messages', async ({ params, body, headers }, reply) =>
  send(reply, (await rowsOf('message', [randomUUID(), params.id, callerOf(headers), body.body]))[0], 201),
);

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.query('drop schema bare cascade');
  await pool.end();
  await joined.close();
  process.disconnect?.();
});
process.send!({ url });
