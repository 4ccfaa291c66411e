import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbedded } from '../../src/db/embedded.ts';

/**
 * A writing process: about `perSecond` events a second in the log of one profile, in transactions of one to five events.
 * Some stay open for up to a second while it writes others; one in ten is rolled back. Prints how many were committed.
 */
const STREAMS = 6;
const [dataDir = '', profile = '', perSecond = '', seconds = ''] = process.argv.slice(2);
const { connection } = await joinEmbedded({ dataDir });
const pool = new pg.Pool({ ...connection, max: STREAMS });
const endsAt = Date.now() + Number(seconds) * 1000;
const begunAt = Date.now();
let started = 0;
let committed = 0;

/** The committed events of a stream have consecutive numbers. Returns whether it committed. */
async function transact(stream: number, first: number, count: number): Promise<boolean> {
  const client = await pool.connect();
  const rolledBack = Math.random() < 0.1;
  try {
    await client.query('begin');
    await client.query(
      `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
        select gen_random_uuid(), now(), 'profile.updated', $1, 'profile', $1, jsonb_build_object('fields', array[$2::text, ($3::int + i)::text])
        from generate_series(0, $4::int - 1) i`,
      [profile, `${process.pid} ${stream}`, rolledBack ? -1000 : first, count],
    );
    if (Math.random() < 0.02) await sleep(Math.random() * 1000);
    await client.query(rolledBack ? 'rollback' : 'commit');
    return !rolledBack;
  } finally {
    client.release();
  }
}

async function write(stream: number): Promise<void> {
  for (let n = 0; Date.now() < endsAt; ) {
    const due = ((Date.now() - begunAt) / 1000) * Number(perSecond);
    if (started > due) await sleep(5);
    else {
      const count = 1 + Math.floor(Math.random() * 5);
      started += count;
      if (await transact(stream, n, count)) {
        n += count;
        committed += count;
      }
    }
  }
}
await Promise.all(Array.from({ length: STREAMS }, (_, stream) => write(stream)));
console.log(JSON.stringify({ committed }));
await pool.end();
