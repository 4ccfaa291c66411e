import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportChains } from '../../../src/areas/audit/export-chains.ts';
import { keepAuditPartitions } from '../../../src/areas/audit/partitions.ts';
import { sealAll, sealRecent } from '../../../src/areas/audit/seal.ts';
import { type ChainHead, verifyChains } from '../../../src/areas/audit/verify-chains.ts';
import { INVARIANTS } from '../../../src/areas/index.ts';
import { firstIdAt, newId } from '../../../src/core/ids.ts';
import { type Ctx, systemCtx } from '../../../src/ctx.ts';
import { runInvariants } from '../../../src/db/invariants.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';
import { ROOT } from '../../support/source-files.ts';

let t: TestApp;
let ctx: Ctx;
/** Accounts with entries then and now, and with entries of then alone. */
const [active, gone] = [newId(), newId()];
const heads = new Map<string, ChainHead>();
const [THEN, FEBRUARY, MARCH, APRIL] = ['2025-01-10', '2025-02-03', '2025-03-04', '2025-04-01'].map((d) => new Date(d));

const rows = async (text: string, values: unknown[] = []) => (await t.pool.query(text, values)).rows;
async function keep(now: Date, keepFrom: Date | null) {
  const client = await t.pool.connect();
  return keepAuditPartitions(client, now, keepFrom).finally(() => client.release());
}

async function write(account: string, time: Date): Promise<string> {
  const id = newId().replace(/^.{13}/, firstIdAt(time).slice(0, 13));
  await t.pool.query(
    `insert into audit_log (id, created_at, operation, principal_type, account_id, object_type, object_id, request_id)
      values ($1, $2, 'test.write', 'session', $3, 'thing', $1, 'test')`,
    [id, time, account],
  );
  return id;
}

async function findings(since: ReadonlyMap<string, ChainHead> | null = null) {
  const { results } = await verifyChains(ctx, since);
  return Object.fromEntries(results.filter((result) => result.rows.length > 0).map(({ name, rows }) => [name, rows]));
}

const endings = async () =>
  (
    await rows(`select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit_log'::regclass order by 1`)
  ).map(({ relname }) => relname.slice('audit_log_'.length));

const monthsFrom = (now: Date) =>
  Array.from({ length: 7 }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n)).toISOString().slice(0, 7).replace('-', '_'),
  );

beforeAll(async () => {
  t = await startTestApp(
    {},
    { breaks: ['events_have_their_write_in_the_audit_log', 'every_audit_seal_has_its_entry'] },
  );
  ctx = systemCtx(t.deps, 'job.audit.seal');
});

describe('the partitions', () => {
  it('begin with all that is there, and are made for six months ahead', async () => {
    const first = await write(gone, FEBRUARY!);
    expect(await endings()).toEqual(['before']);
    await keep(THEN!, null);
    expect(await endings()).toEqual(['2025_03', '2025_04', '2025_05', '2025_06', '2025_07', 'before']);
    await keep(new Date(), null);
    await keep(new Date(), null);
    expect(await endings()).toEqual(expect.arrayContaining(monthsFrom(new Date())));
    const later = await write(active, MARCH!);
    expect(
      await rows('select tableoid::regclass::text as name from audit_log where id = any($1) order by id', [
        [first, later],
      ]),
    ).toEqual([{ name: 'audit_log_before' }, { name: 'audit_log_2025_03' }]);
    expect(await rows("select conname from pg_constraint where conname like '%before_end'")).toEqual([]);
  });

  it('of each month belong to one of seals, which has its indexes', async () => {
    const of = (table: string) =>
      rows(
        `select regexp_replace(c.relname, '^audit_(log|seals)', '') as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
        [table],
      );
    expect(await of('audit_seals')).toEqual(await of('audit_log'));
    const indexes = await rows(
      `select count(*)::int as n from pg_index where indrelid = 'audit_log_2025_03'::regclass`,
    );
    expect(indexes).toEqual([{ n: 4 }]);
  });

  it('wait for nobody who uses the log', async () => {
    const reader = await t.pool.connect();
    onTestFinished(() => reader.release());
    await reader.query('begin');
    await reader.query('select count(*) from audit_log');
    const march = new Date(Date.UTC(2031, 2));
    await keep(march, null);
    await reader.query('rollback');
    expect(await endings()).toContain('2031_03');
  });
});

describe('retention', () => {
  beforeAll(async () => {
    for (const time of [FEBRUARY, FEBRUARY, MARCH]) await write(active, time!);
    await sealAll(ctx);
    await write(active, new Date());
    await sealRecent(ctx);
    // An entry of March, sealed after one of now.
    await write(active, MARCH!);
    await sealAll(ctx);
    await write(active, new Date());
    await sealRecent(ctx);
    await verifyChains(ctx, null, (head) => heads.set(head.chain, head));
  });

  it('drops nothing before it is sealed', async () => {
    const open = await write(gone, FEBRUARY!);
    expect(await keep(new Date(), new Date('2025-03-01'))).toEqual({ dropped: 0 });
    expect(await endings()).toContain('before');
    await sealAll(ctx);
    expect(await rows('select 1 from audit_seals where entry_id = $1', [open])).toHaveLength(1);
  });

  it('drops whole months, and the chains hold from the oldest kept seal', async () => {
    const numbers = async (account: string) =>
      (await rows('select number from audit_seals where chain_id = $1 order by 1', [account])).map(
        ({ number }) => number,
      );
    expect(await numbers(active)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await keep(new Date(), new Date('2025-03-31'))).toEqual({ dropped: 1 });
    expect(await keep(new Date(), APRIL!)).toEqual({ dropped: 1 });
    expect(await endings()).not.toEqual(expect.arrayContaining(['before']));
    expect(await endings()).not.toEqual(expect.arrayContaining(['2025_03']));
    expect(await numbers(active)).toEqual([5, 7]);
    expect(await rows('select chain_id, number from audit_cuts order by 1, 2')).toEqual(
      [
        { chain_id: active, number: 4 },
        { chain_id: active, number: 6 },
        { chain_id: gone, number: 2 },
      ].sort((a, b) => (a.chain_id < b.chain_id ? -1 : 1)),
    );
    expect(await rows('select before, entries::int from audit_drops order by 1')).toEqual([
      { before: new Date('2025-03-01'), entries: 4 },
      { before: APRIL, entries: 3 },
    ]);
    expect(await findings()).toEqual({});
  });

  it('leaves numbers and hashes going on, also in a chain without a kept seal', async () => {
    await write(gone, new Date());
    await sealRecent(ctx);
    expect(await rows('select number from audit_seals where chain_id = $1', [gone])).toEqual([{ number: 3 }]);
    expect(await findings()).toEqual({});
    expect(await findings(heads)).toEqual({});
    const head = heads.get(active)!;
    const forged = new Map([[active, { ...head, hash: '0'.repeat(64) }]]);
    expect(Object.keys(await findings(forged))).toEqual(['audit_seals_match_the_stored_heads']);
    expect(await findings(new Map([[active, { ...head, number: 2 }]]))).toEqual({});
  });

  it('hides no change of what is kept', async () => {
    const [{ entry_id: kept }] = await rows('select entry_id from audit_seals where chain_id = $1 and number = 5', [
      active,
    ]);
    const foundBetween = async (change: string, undo: string) => {
      await rows(change, [kept]);
      const found = Object.keys(await findings());
      await rows(undo, [kept]);
      return found;
    };
    const operation = (name: string) => `update audit_log set operation = '${name}' where id = $1`;
    expect(await foundBetween(operation('x'), operation('test.write'))).toEqual(['sealed_audit_entries_are_unchanged']);
    const number = (to: number) => `update audit_seals set number = ${to} where entry_id = $1`;
    expect(await foundBetween(number(7), number(5))).toEqual(['sealed_audit_entries_are_unchanged']);
    const [cut] = await rows('delete from audit_cuts where chain_id = $1 and number = 4 returning *', [active]);
    expect(Object.keys(await findings())).toEqual(['audit_seals_exist']);
    await rows('insert into audit_cuts select * from json_populate_record(null::audit_cuts, $1)', [
      { ...cut, hash: `\\x${cut.hash.toString('hex')}` },
    ]);
    expect(await findings()).toEqual({});
  });

  it('leaves an export that can be checked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const lines = [];
    for await (const line of exportChains(ctx, { account: active, since: null, until: null })) lines.push(line);
    expect(lines.map(({ number, entry, previous }) => [number, entry !== null, previous !== null])).toEqual([
      [4, false, false],
      [5, true, true],
      [6, false, false],
      [7, true, true],
    ]);
    const file = join(folder, 'audit.jsonl');
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const check = await promisify(execFile)(process.execPath, [join(ROOT, 'examples/verify-audit.mjs'), file]);
    expect(check.stdout).toBe('1 chains, 0 problems\n');
  });

  it('breaks no rule about objects that are older, and still finds what lacks its entry', async () => {
    const broken = async () =>
      (await runInvariants(t.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0).map(({ name }) => name);
    const { profile } = await makeMember(t);
    await sealRecent(ctx);
    expect(await broken()).toEqual([]);
    await rows('delete from audit_log where object_id = $1', [profile.id]);
    expect(await broken()).toEqual(expect.arrayContaining(['profiles_are_in_the_audit_log']));
    await rows('insert into audit_drops values ($1, now(), 0)', [new Date(Date.now() + 86_400_000)]);
    expect(await broken()).not.toContain('profiles_are_in_the_audit_log');
  });

  it('is a setting of the job', async () => {
    const run = (auditKeptMs: number | null) =>
      makeHandlers({ ...t.deps, config: { ...t.deps.config, auditKeptMs } })['audit.partitions'](ctx, {});
    await run(null);
    expect(await endings()).toContain('2025_04');
    await run(Date.now() - Date.parse('2025-06-15'));
    expect(await endings()).not.toContain('2025_05');
    expect(await endings()).toContain('2025_06');
  });
});
