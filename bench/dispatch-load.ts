import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { joinEmbedded } from '../src/db/embedded.ts';
import { currentLoad, type Machine, machineOf } from './harness/machine.ts';
import { type Running, startServer } from './harness/processes.ts';
import { seedWorld } from './harness/seed.ts';

const USAGE = `node bench/dispatch-load.ts [--events 30000] [--rounds 3] [--json FILE]

How many waiting events a second the dispatcher of a server as it ships gives positions and turns into notifications: four
fifths belong to new reactions, one fifth to messages.`;

type DispatchLoad = {
  machine: Machine;
  /** `actors`: new actors of notifications. */
  rounds: { events: number; actors: number; seconds: number; eventsPerSecond: number }[];
};

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '30000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const amount = Number(values.events);
const POLL_MS = 5;

/** Each reaction and message has an event in the log of its author and one in that of the recipient. */
const WRITE_EVENTS = `
  with pairs as (
    select po.id as post_id, po.profile_id as author_id, pr.id as actor_id
    from posts po cross join profiles pr
    where pr.id <> po.profile_id and not exists (select from reactions re where re.post_id = po.id and re.profile_id = pr.id)
    order by random() limit $1::int * 2 / 5
  ), reacted as (
    insert into reactions (post_id, profile_id, reaction_type, created_at, updated_at)
    select post_id, actor_id, 'like', now(), now() from pairs returning post_id, profile_id
  ), sent as (
    select m.id, m.conversation_id, one.entity_id as actor_id, other.entity_id as recipient_id
    from messages m join conversation_members cm on cm.conversation_id = m.conversation_id and cm.actor_id = m.sender_actor_id
    join actors one on one.id = cm.actor_id join actors other on other.id = cm.other_actor_id
    cross join generate_series(1, 100) order by random() limit $1::int / 10
  ), made as (
    select p.actor_id, log.id as profile_id, 'reaction.changed' as type, 'post' as object_type, p.post_id as object_id,
      '{"active": true, "reaction_type": "like"}'::jsonb as data
    from pairs p cross join lateral (values (p.actor_id), (p.author_id)) log(id)
    union all
    select s.actor_id, log.id, 'message.created', 'message', s.id,
      jsonb_build_object('conversation_id', s.conversation_id, 'needs_human', false)
    from sent s cross join lateral (values (s.actor_id), (s.recipient_id)) log(id)
  )
  insert into events (id, created_at, type, profile_id, actor_profile_id, object_type, object_id, data)
  select gen_random_uuid(), now(), type, profile_id, actor_id, object_type, object_id, data from made`;

/** Writes events, waits for their positions, and returns how many there were and how long that took. */
async function round(client: pg.Client): Promise<DispatchLoad['rounds'][number]> {
  const before = await notified(client);
  const { rowCount } = await client.query(WRITE_EVENTS, [amount]);
  const begunAt = performance.now();
  for (;;) {
    const { rows } = await client.query('select exists (select from events where position is null) as waiting');
    if (!rows[0].waiting) break;
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - begunAt) / 1000;
  const events = rowCount ?? 0;
  const actors = (await notified(client)) - before;
  return { events, actors, seconds, eventsPerSecond: Math.round(events / seconds) };
}

async function notified(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as actors from notification_actors');
  return rows[0].actors;
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-dispatch-load-'));
let server: Running | undefined;
try {
  const load = currentLoad();
  server = await startServer(directory);
  await seedWorld(server.url, directory, { network: true, avatars: false });
  const { connection } = await joinEmbedded({ dataDir: join(directory, 'data') });
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  const machine = await machineOf(join(directory, 'data'), load);
  const rounds: DispatchLoad['rounds'] = [];
  for (let number = 0; number < Number(values.rounds); number++) rounds.push(await round(client));
  await client.end();
  machine.load.end = currentLoad();
  const result: DispatchLoad = { machine, rounds };
  console.table(rounds);
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit();
