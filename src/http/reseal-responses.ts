import { RESEALED_EACH, type Resealed, resealRows } from '../auth/reseal.ts';
import { reseal } from '../auth/secrets.ts';
import { FIRST_ID } from '../core/pagination.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, type RowOf, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { contextOf } from './commit.ts';

const list = statement(
  'idempotency.list_sealed',
  { credential_id: 'uuid', after: 'text' },
  sql<{ credential_id: string; key: string; body: string }>`select credential_id, key, body from idempotency_records
    where (credential_id, key) > (${p('credential_id', 'uuid')}, ${p('after', 'text')}) and sealed
    order by credential_id, key limit ${RESEALED_EACH}::int for no key update`,
);

const replace = statement(
  'idempotency.replace_body',
  { credential_id: 'uuid', key: 'text', body: 'text' },
  sql`update ${writes('idempotency_records')} set body = ${p('body', 'text')}
    where credential_id = ${p('credential_id', 'uuid')} and key = ${p('key', 'text')}`,
);

/** Encrypts the stored responses that contain secrets with the current key. */
export const resealResponses = (ctx: Ctx): Promise<Resealed> =>
  resealRows<RowOf<typeof list>>(
    ctx,
    (last) => list.call({ credential_id: last?.credential_id ?? FIRST_ID, after: last?.key ?? '' }),
    ({ credential_id, key, body: sealed }) => {
      const body = reseal(ctx.keys.replay, sealed, contextOf(credential_id, key));
      return body === null ? null : replace.call({ credential_id, key, body });
    },
  );
