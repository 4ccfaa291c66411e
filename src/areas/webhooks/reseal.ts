import { RESEALED_EACH, type Resealed, resealRows } from '../../auth/reseal.ts';
import { reseal } from '../../auth/secrets.ts';
import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { asc, eq, gt } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';

const list = statement(
  'webhooks.list_secrets',
  { after: 'uuid' },
  qb
    .select({ id: webhooks.id, secret: webhooks.secret, previous_secret: webhooks.previousSecret })
    .from(webhooks)
    .where(gt(webhooks.id, p('after')))
    .orderBy(asc(webhooks.id))
    .limit(RESEALED_EACH)
    .for('no key update'),
);

const replace = statement(
  'webhooks.replace_secrets',
  { id: 'uuid', secret: 'text', previous_secret: 'text?' },
  qb
    .update(webhooks)
    .set({ secret: p('secret', 'text'), previousSecret: p('previous_secret', 'text') })
    .where(eq(webhooks.id, p('id'))),
);

/** Encrypts the secrets of webhooks with the current key. */
export const resealWebhooks = (ctx: Ctx): Promise<Resealed> =>
  resealRows<RowOf<typeof list>>(
    ctx,
    (last) => list.call({ after: last?.id ?? FIRST_ID }),
    ({ id, secret, previous_secret }) => {
      const again = (sealed: string | null) => sealed && reseal(ctx.keys.webhooks, sealed, id);
      const [current, previous] = [again(secret), again(previous_secret)];
      if (!current && !previous) return null;
      return replace.call({ id, secret: current || secret, previous_secret: previous || previous_secret });
    },
  );
