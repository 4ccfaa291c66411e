import { RESEALED_EACH, type Resealed, resealRows } from '../auth/reseal.ts';
import { reseal } from '../auth/secrets.ts';
import { FIRST_ID } from '../core/pagination.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, type RowOf, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

const list = statement(
  'jobs.list_sealed',
  { name: 'text', after: 'uuid' },
  sql<{ name: string; id: string; sealed: string }>`select name, id, data ->> 'sealed' as sealed from jobs.job
    where (name, id) > (${p('name', 'text')}, ${p('after', 'uuid')}) and data ? 'sealed'
    order by name, id limit ${RESEALED_EACH}::int for no key update`,
);

const replace = statement(
  'jobs.replace_sealed',
  { name: 'text', id: 'uuid', sealed: 'text' },
  sql`update ${writes('jobs.job')} set data = data || jsonb_build_object('sealed', ${p('sealed', 'text')})
    where name = ${p('name', 'text')} and id = ${p('id', 'uuid')}`,
);

/** Encrypts what jobs carry, dead ones too, with the current key. */
export const resealJobs = (ctx: Ctx): Promise<Resealed> =>
  resealRows<RowOf<typeof list>>(
    ctx,
    (last) => list.call({ name: last?.name ?? '', after: last?.id ?? FIRST_ID }),
    ({ name, id, sealed: before }) => {
      const sealed = reseal(ctx.keys.jobs, before);
      return sealed === null ? null : replace.call({ name, id, sealed });
    },
  );
