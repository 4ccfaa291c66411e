import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import '../../src/areas/uploads/uploads.ts';
import { indexesOf, planOf, scans } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

const PROFILES = 2000;
const EACH = 50;
const NOW = new Date('2026-01-02T00:00:00Z');

let client: pg.Client;
let ids: string[];
let profile_id: string;

/** 100,000 uploads of 2,000 profiles. */
beforeAll(async () => {
  client = await openPlanDatabase(['uploads']);
  await client.query(
    `insert into uploads (id, profile_id, token_hash, blob_key, width, height, created_at, expires_at)
      select gen_random_uuid(), md5((n % ${PROFILES})::text)::uuid, sha256(n::text::bytea), 'key-' || n, 10, 10, $1::timestamptz,
        $1::timestamptz + case when n % 500 = 0 then interval '-1 minute' else interval '30 minutes' end
      from generate_series(1, ${PROFILES * EACH}) n`,
    [NOW],
  );
  await client.query('analyze uploads');
  const { rows } = await client.query('select id, profile_id from uploads limit 4');
  ids = rows.map(({ id }) => id);
  profile_id = rows[0].profile_id;
});

it.each([
  ['uploads.find', 'uploads_pkey', () => ({ ids, profile_id, now: NOW })],
  ['uploads.use', 'uploads_pkey', () => ({ ids, now: NOW })],
] as const)('with 100,000 uploads, %s uses the index %s', async (name, index, values) => {
  for (const generic of [false, true]) {
    const nodes = await planOf(client, name, values(), { generic });
    expect(scans(nodes, ['uploads']), `${name}, generic: ${generic}`).toEqual([]);
    expect(indexesOf(nodes)).toContain(index);
  }
});
