import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';
import { joinEmbedded } from '../../src/db/embedded.ts';

/**
 * The floor for event streams: the least that a server could do. A `POST` inserts one row and notifies in the same
 * statement; one connection listens and writes each notification to the streams of its profile. It stores nothing for
 * clients that reconnect, and checks nothing. Sends its address to the parent process.
 *
 * Argument: the directory of the run.
 */
const [directory] = process.argv.slice(2) as [string];
const joined = await joinEmbedded({ dataDir: join(directory, 'data') });
const pool = new pg.Pool({ ...joined.connection, application_name: 'bench-bare-stream' });

await pool.query(`drop schema if exists bare_stream cascade; create schema bare_stream;
  create table bare_stream.posts (id uuid primary key, profile_id uuid, body text, created_at timestamptz)`);

const INSERT = `with post as (insert into bare_stream.posts values ($1, $2, $3, now()) returning *)
  select post.*, pg_notify('bare_stream', json_build_object('type', 'post.published', 'profile_id', post.profile_id,
    'created_at', post.created_at, 'object', json_build_object('type', 'post', 'id', post.id))::text) from post`;

const streams = new Map<string, Set<ServerResponse>>();
const listener = new pg.Client(joined.connection);
await listener.connect();
listener.on('notification', ({ payload = '' }) => {
  const { type, profile_id } = JSON.parse(payload);
  for (const stream of streams.get(profile_id) ?? []) stream.write(`event: ${type}\ndata: ${payload}\n\n`);
});
await listener.query('listen bare_stream');

const app = fastify({ logger: false, forceCloseConnections: true });

app.get('/v1/events/stream', ({ headers }, reply) => {
  const profileId = String(headers['x-profile-id']);
  const own = streams.get(profileId) ?? new Set();
  streams.set(profileId, own.add(reply.raw));
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  reply.raw.once('close', () => own.delete(reply.raw));
});
app.post<{ Body: { body: string } }>('/v1/posts', async ({ body, headers }, reply) => {
  const values = [randomUUID(), headers['x-profile-id'], body.body];
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values });
  return reply
    .code(201)
    .type('application/json')
    .send(JSON.stringify({ ok: true, data: rows[0] }));
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', async () => {
  await app.close();
  await listener.end();
  await pool.query('drop schema bare_stream cascade');
  await pool.end();
  await joined.close();
  process.disconnect?.();
});
process.send!({ url });
