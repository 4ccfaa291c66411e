import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportChains } from '../../../src/areas/audit/export-chains.ts';
import { sealAll, sealRecent } from '../../../src/areas/audit/seal.ts';
import { type ChainHead, verifyChains } from '../../../src/areas/audit/verify-chains.ts';
import { firstIdAt, newId } from '../../../src/core/ids.ts';
import { type Ctx, inTransaction, systemCtx, type TxCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, PASSWORD } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';
import { ROOT } from '../../support/source-files.ts';

let t: TestApp;
let ctx: Ctx;
let ada: Member;
let account: string;
beforeAll(async () => {
  t = await startTestApp();
  ctx = systemCtx(t.deps, 'job.audit.seal');
  ada = await makeMember(t);
  account = (await t.pool.query('select account_id from profiles where id = $1', [ada.profile.id])).rows[0].account_id;
  for (let i = 0; i < 6; i++) await makePost(t, as(ada));
  await sealRecent(ctx);
});

const rows = async (text: string, values: unknown[] = []) => (await t.pool.query(text, values)).rows;
const sealsOf = (chain: string) =>
  rows('select number, entry_id from audit_seals where chain_id = $1 order by number', [chain]);
const isSealed = async (id: string) => (await rows('select 1 from audit_seals where entry_id = $1', [id])).length === 1;

const INSERT = `insert into audit_log (id, created_at, operation, principal_type, account_id, object_type, object_id, request_id)
  values ($1, $2, 'test.write', 'session', $3, 'thing', $1, 'test')`;
const entryAt = (time: Date) => ({ id: newId().replace(/^.{13}/, firstIdAt(time).slice(0, 13)), time });

/** The findings by rule, without rules that hold. */
async function findings(on: Ctx = ctx, since: ReadonlyMap<string, ChainHead> | null = null) {
  const { results } = await verifyChains(on, since);
  return Object.fromEntries(results.filter((result) => result.rows.length > 0).map(({ name, rows }) => [name, rows]));
}

/** The findings after some SQL, which is rolled back. */
async function findingsAfter(...texts: string[]) {
  const run = async (tx: TxCtx) => {
    for (const text of texts) await tx.sql.run([{ name: newId(), text, values: [] }]);
    return findings(tx);
  };
  return inTransaction(ctx, run, { dryRun: true });
}

describe('sealing', () => {
  it('gives every entry one seal, in a chain for each account', async () => {
    await sealRecent(ctx);
    const seals = await sealsOf(account);
    const entries = await rows('select id from audit_log where account_id = $1 order by id', [account]);
    expect(seals).toEqual(entries.map(({ id }, index) => ({ number: index + 1, entry_id: id })));
    expect(seals.length).toBeGreaterThanOrEqual(8);
    expect(await sealRecent(ctx)).toEqual({ sealed: 0 });
    expect(await verifyChains(ctx)).toMatchObject({ unsealed: 0 });
    expect(await findings()).toEqual({});
  });

  it('misses no entry whose transaction commits after later entries were sealed', async () => {
    const client = await t.pool.connect();
    onTestFinished(() => client.release());
    const early = entryAt(new Date());
    await client.query('begin');
    await client.query(INSERT, [early.id, early.time, account]);
    const later = await makePost(t, as(ada));
    await sealRecent(ctx);
    expect(
      await rows('select 1 from audit_seals s join audit_log l on l.id = s.entry_id where l.object_id = $1', [
        later.id,
      ]),
    ).toHaveLength(1);
    await client.query('commit');
    expect(await isSealed(early.id)).toBe(false);
    expect(await sealRecent(ctx)).toEqual({ sealed: 1 });
    expect(await isSealed(early.id)).toBe(true);
    expect(await findings()).toEqual({});
  });

  it('continues after the worker was stopped for a long time', async () => {
    const missed = entryAt(new Date(Date.now() + 1000));
    await t.pool.query(INSERT, [missed.id, missed.time, account]);
    t.clock.advance(5 * 3600_000);
    await sealRecent(ctx);
    expect(await isSealed(missed.id)).toBe(true);
    expect(await findings()).toEqual({});
  });

  it('seals each entry once if several workers run', async () => {
    for (let i = 0; i < 5; i++) await makePost(t, as(ada));
    const counts = await Promise.all(Array.from({ length: 6 }, () => sealRecent(ctx)));
    expect(counts.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(5);
    expect(await findings()).toEqual({});
  });

  it('seals a long log part by part, and finds every entry in the daily run', async () => {
    const many = 4500;
    // Far in the past and of new accounts, like those of a generated network: only the daily run finds them.
    await t.pool.query(
      `insert into audit_log (id, created_at, operation, principal_type, account_id, object_type, object_id, request_id)
        select gen_random_uuid(), now() - interval '1 year', 'test.write', 'system', md5((i % 7)::text)::uuid, 'thing', gen_random_uuid(), 'test'
        from generate_series(1, ${many}) i`,
    );
    await t.pool.query(
      `update audit_log set id = overlay(id::text placing '0180' from 1 for 4)::uuid where request_id = 'test' and principal_type = 'system'`,
    );
    expect(await sealRecent(ctx)).toEqual({ sealed: 0 });
    expect(await sealAll(ctx)).toEqual({ sealed: many });
    expect(await findings()).toEqual({});
  });
});

describe('verification', () => {
  const seal = (number: number) =>
    `(select entry_id from audit_seals where chain_id = '${account}' and number = ${number})`;
  const entryOf = async (number: number) => (await sealsOf(account))[number - 1].entry_id as string;
  const finding = async (number: number) => [{ account_id: account, seal: number, entry_id: await entryOf(number) }];

  it.each(['operation', 'principal_type', 'object_type', 'request_id'])('finds a changed %s', async (column) => {
    expect(await findingsAfter(`update audit_log set ${column} = 'changed' where id = ${seal(3)}`)).toEqual({
      sealed_audit_entries_are_unchanged: await finding(3),
    });
  });

  it.each(['principal_id', 'account_id', 'profile_id', 'manager_profile_id', 'grant_id', 'object_id'])(
    'finds a changed %s',
    async (column) => {
      const found = await findingsAfter(`update audit_log set ${column} = gen_random_uuid() where id = ${seal(3)}`);
      expect(found).toEqual({ sealed_audit_entries_are_unchanged: await finding(3) });
    },
  );

  it('finds a changed time', async () => {
    const found = await findingsAfter(
      `update audit_log set created_at = created_at + interval '1 ms' where id = ${seal(3)}`,
    );
    expect(found).toEqual({ sealed_audit_entries_are_unchanged: await finding(3) });
  });

  it('finds a removed entry', async () => {
    const entry = await entryOf(4);
    expect(await findingsAfter(`delete from audit_log where id = '${entry}'`)).toEqual({
      sealed_audit_entries_exist: [{ account_id: account, seal: 4, entry_id: entry }],
    });
  });

  it('finds two swapped entries', async () => {
    const [one, other] = [await entryOf(2), await entryOf(3)];
    const moved = (from: string, to: string) => `update audit_log set id = '${to}' where id = '${from}'`;
    const aside = newId();
    const found = await findingsAfter(moved(one, aside), moved(other, one), moved(aside, other));
    expect(found).toEqual({ sealed_audit_entries_are_unchanged: [...(await finding(2)), ...(await finding(3))] });
  });

  it('finds a removed seal, and the entry that it belonged to', async () => {
    const entry = await entryOf(5);
    expect(await findingsAfter(`delete from audit_seals where entry_id = '${entry}'`)).toEqual({
      audit_seals_exist: [{ account_id: account, seal: 5, entry_id: null }],
      audit_entries_were_written_on_time: [{ account_id: account, seal: null, entry_id: entry }],
    });
  });

  it('finds a changed hash at its own seal only', async () => {
    const found = await findingsAfter(`update audit_seals set hash = sha256('x') where entry_id = ${seal(3)}`);
    expect(found).toEqual({ sealed_audit_entries_are_unchanged: await finding(3) });
  });

  it('finds an entry that was inserted with an earlier time, before and after it is sealed', async () => {
    const late = entryAt(new Date(Date.now() - 3600_000));
    await t.pool.query(INSERT, [late.id, late.time, account]);
    const found = (number: number | null) => ({
      audit_entries_were_written_on_time: [{ account_id: account, seal: number, entry_id: late.id }],
    });
    expect(await findings()).toEqual(found(null));
    expect(await sealRecent(ctx)).toEqual({ sealed: 0 });
    expect(await sealAll(ctx)).toEqual({ sealed: 1 });
    const number = (await sealsOf(account)).length;
    expect(await findings()).toEqual(found(number));
    await t.pool.query('delete from audit_seals where entry_id = $1', [late.id]);
    await t.pool.query('delete from audit_log where id = $1', [late.id]);
    expect(await findings()).toEqual({});
  });

  it('finds a truncated chain by an earlier head, and only by it', async () => {
    const heads = new Map<string, ChainHead>();
    await verifyChains(ctx, null, (head) => heads.set(head.chain, head));
    expect(await findings(ctx, heads)).toEqual({});
    const last = (await sealsOf(account)).at(-1);
    expect(heads.get(account)).toMatchObject({ number: last.number });
    const truncate = async (tx: TxCtx) => {
      for (const text of ['delete from audit_log where id', 'delete from audit_seals where entry_id']) {
        await tx.sql.run([{ name: newId(), text: `${text} = $1`, values: [last.entry_id] }]);
      }
      return [await findings(tx), await findings(tx, heads)];
    };
    expect(await inTransaction(ctx, truncate, { dryRun: true })).toEqual([
      {},
      { audit_seals_match_the_stored_heads: [{ account_id: account, seal: last.number, entry_id: null }] },
    ]);
  });
});

describe('the export', () => {
  const lines = async (filter = {}) => {
    const all = [];
    for await (const line of exportChains(ctx, { account: null, since: null, until: null, ...filter })) all.push(line);
    return all;
  };

  it('can be narrowed by account and time, and ends with entries without a seal', async () => {
    const fresh = await makePost(t, as(ada));
    const own = await lines({ account });
    expect(own.map(({ number }) => number)).toEqual([...(await sealsOf(account)).map(({ number }) => number), null]);
    expect(own.at(-1)).toMatchObject({ hash: null, entry: { object_id: fresh.id, account_id: account } });
    const [since, until] = [own[2]!.entry!.created_at, own[4]!.entry!.created_at];
    const part = await lines({ account, since: new Date(since), until: new Date(until) });
    expect(part).toEqual(own.filter(({ entry }) => entry!.created_at >= since && entry!.created_at < until));
    expect(part[0]!.previous).not.toBe('0'.repeat(64));
  });

  it('can be checked by the example, which finds a change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'audit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'audit.jsonl');
    const text = (await lines()).map((line) => `${JSON.stringify(line)}\n`).join('');
    const check = async (content: string) => {
      await writeFile(file, content);
      return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
        execFile(process.execPath, [join(ROOT, 'examples/verify-audit.mjs'), file], (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
        ),
      );
    };
    expect(await check(text)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ chains, 0 problems\n$/) });
    const changed = await check(text.replace('"operation":"posts.create"', '"operation":"posts.remove"'));
    expect(changed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\S+ \d+: entry \S+ was changed\n$/) });
    const inside = new RegExp(`^\\{"chain":"${account}".*"number":3,.*\n`, 'm');
    expect(await check(text.replace(inside, ''))).toMatchObject({
      code: 1,
      stderr: `${account} 4: seals are missing\n`,
    });
  });
});

describe('an erased account', () => {
  it('leaves its chain intact', async () => {
    const gone = await makeMember(t);
    await makePost(t, as(gone));
    await sealRecent(ctx);
    const asked = await t.call('DELETE', '/v1/account', { token: gone.token, body: { password: PASSWORD } });
    expect(asked.status, asked.text).toBe(200);
    t.clock.advance(31 * 86_400_000);
    await makeHandlers(t.deps)['account.erase'](systemCtx(t.deps, 'job.account.erase'), {});
    expect(await rows('select 1 from profiles where id = $1 and account_id is not null', [gone.profile.id])).toEqual(
      [],
    );
    expect((await sealRecent(ctx)).sealed).toBeGreaterThan(0);
    expect(await findings()).toEqual({});
  });
});
