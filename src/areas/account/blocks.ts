import { isIP } from 'node:net';
import { requireOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import type { SIGN_UP_BLOCKS } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { emailKey } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { desc, eq, lt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { signUpBlocks } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditCall } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { plainAddress } from './client-facts.ts';
import { BLOCKED_HINT } from './hints.ts';
import { ACCOUNT_RULES } from './rules.ts';

export type BlockKind = (typeof SIGN_UP_BLOCKS)[number];

const columns = {
  id: signUpBlocks.id,
  kind: signUpBlocks.kind,
  value: signUpBlocks.value,
  created_at: signUpBlocks.createdAt,
};
const id = p('block_id', 'uuid');

const list = statement(
  'account.list_sign_up_blocks',
  { before_id: 'uuid', rows: 'bigint' },
  qb
    .select(columns)
    .from(signUpBlocks)
    .where(lt(signUpBlocks.id, p('before_id')))
    .orderBy(desc(signUpBlocks.id))
    .limit(sql.placeholder('rows')),
);

export type SignUpBlock = RowOf<typeof list>;

/** Blocked mail domains and networks, newest first. Fails with `permission_denied`. */
export async function listSignUpBlocks(ctx: Ctx, input: PageInput): Promise<Page<SignUpBlock>> {
  requireOperator(ctx, 'blocks');
  return pageById(ctx, input, 'id', (from) => list.all(ctx, from));
}

/** `network` of Postgres drops the bits of a single host. */
const canonical = sql`case when ${p('kind', 'text')} = 'network' then network(${p('value', 'text')}::inet)::text else ${p('value', 'text')} end`;

const lockBlocks = statement(
  'account.lock_sign_up_blocks',
  {},
  sql`select pg_advisory_xact_lock(hashtextextended('sign_up_blocks', 0))`,
);

const insert = writeStatement(
  'account.add_sign_up_block',
  { block_id: 'uuid', kind: 'text', value: 'text' },
  {
    change: sql`added as (
    insert into ${writes('sign_up_blocks')} (id, kind, value, created_at)
    select ${id}, ${p('kind', 'text')}, ${canonical}, ${p('now', 'timestamptz')}
    where (select count(*) from sign_up_blocks) < ${ACCOUNT_RULES.signUpBlocks}::int
    on conflict do nothing returning *)`,
    audit: { from: sql`added`, objectType: 'sign_up_block', object: sql`added.id` },
    answer: sql<SignUpBlock & { created: boolean }>`select id, kind, value, created_at, true as created from added
    union all select id, kind, value, created_at, false from sign_up_blocks
    where kind = ${p('kind', 'text')} and value = ${canonical}`,
  },
);

/**
 * Blocks a mail domain with its subdomains, or a network; existing accounts stay. Fails with `permission_denied`,
 * `recent_sign_in_required`, `plan_limit_reached`.
 */
export async function addSignUpBlock(
  ctx: Ctx,
  { kind, value }: { kind: BlockKind; value: string },
): Promise<SignUpBlock & { created: boolean }> {
  const { rows } = await writeAsOperator(ctx, 'blocks', {
    recent: recentSignInCalls(ctx),
    lock: lockBlocks.call(),
    rows: insert.call(ctx, { block_id: newId(), kind, value }),
  });
  const hint = 'The list of blocks is full. Remove blocks that are no longer needed, or block a wider network.';
  return rows[0] ?? fail('plan_limit_reached', { agent: { hint } });
}

const checkBlock = statement(
  'account.check_sign_up_block',
  { block_id: 'uuid' },
  sql`select ${setChanging(sql`exists (select from sign_up_blocks where id = ${id})`)}`,
);

const remove = statement(
  'account.remove_sign_up_block',
  { block_id: 'uuid' },
  qb
    .delete(signUpBlocks)
    .where(eq(signUpBlocks.id, p('block_id')))
    .returning({ id: signUpBlocks.id }),
);

/** Removes a block, if there is one. Fails with `permission_denied`. */
export async function removeSignUpBlock(ctx: Ctx, blockId: string): Promise<{ removed: boolean }> {
  const block_id = idOrNone(blockId);
  const { removed } = await writeAsOperator(ctx, 'blocks', {
    check: checkBlock.call({ block_id }),
    audit: auditCall(ctx, { type: 'sign_up_block', id: block_id, profileId: null }),
    removed: remove.call({ block_id }),
  });
  return { removed: removed.length > 0 };
}

const findBlock = statement(
  'account.find_sign_up_block',
  { domains: 'text[]', address: 'text?' },
  sql<{ kind: BlockKind }>`select kind from sign_up_blocks
    where case when kind = 'domain' then value = any(${p('domains', 'text[]')})
      else ${p('address', 'text')}::inet <<= value::inet end limit 1`,
);

/** `mail.a.example`: itself, `a.example` and `example`. */
const withParents = (domain: string): string[] =>
  domain.split('.').map((_label, place, labels) => labels.slice(place).join('.'));

/**
 * Fails with `permission_denied` if the domain of the address, or the network of the caller, is blocked. The answer does not
 * say which.
 */
export async function requireUnblocked(ctx: Ctx, email: string, ip: string | undefined): Promise<void> {
  const domain = emailKey(email).split('@').at(-1)!;
  const plain = ip === undefined ? '' : plainAddress(ip);
  const address = isIP(plain) === 0 ? null : plain;
  const found = await findBlock.one(ctx, { domains: withParents(domain), address });
  if (found) fail('permission_denied', { agent: { hint: BLOCKED_HINT } });
}
