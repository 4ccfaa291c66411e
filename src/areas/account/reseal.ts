import { RESEALED_EACH, type Resealed, resealRows } from '../../auth/reseal.ts';
import { reseal } from '../../auth/secrets.ts';
import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { asc, eq, gt } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { secondFactors } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';

const list = statement(
  'account.list_factor_secrets',
  { after: 'uuid' },
  qb
    .select({ account_id: secondFactors.accountId, secret: secondFactors.secret })
    .from(secondFactors)
    .where(gt(secondFactors.accountId, p('after')))
    .orderBy(asc(secondFactors.accountId))
    .limit(RESEALED_EACH)
    .for('no key update'),
);

const replace = statement(
  'account.replace_factor_secret',
  { account_id: 'uuid', secret: 'text' },
  qb
    .update(secondFactors)
    .set({ secret: p('secret', 'text') })
    .where(eq(secondFactors.accountId, p('account_id'))),
);

/** Encrypts the secrets of authenticator apps with the current key. */
export const resealFactors = (ctx: Ctx): Promise<Resealed> =>
  resealRows<RowOf<typeof list>>(
    ctx,
    (last) => list.call({ after: last?.account_id ?? FIRST_ID }),
    ({ account_id, secret: sealed }) => {
      const secret = reseal(ctx.keys.secondFactors, sealed, account_id);
      return secret === null ? null : replace.call({ account_id, secret });
    },
  );
