import type { MailOrder } from '../../src/adapters/mail/mail-job.ts';
import { unseal } from '../../src/auth/secrets.ts';
import { systemCtx } from '../../src/ctx.ts';
import type { JobName } from '../../src/jobs/catalog.ts';
import { makeHandlers } from '../../src/jobs/handlers.ts';
import type { TestApp } from './app.ts';

/** The queued mails for an address, in order. No worker runs in these tests. */
export async function mailsTo(t: TestApp, to: string): Promise<MailOrder[]> {
  const { rows } = await t.pool.query(
    `select data->>'sealed' as sealed from jobs.job where name = 'mail.send' order by created_on, id`,
  );
  const orders = rows.map(({ sealed }) => JSON.parse(unseal(t.deps.keys.jobs, sealed)) as MailOrder);
  return orders.filter((order) => order.to === to);
}

/** The tokens in the queued mails of one template for an address. */
export async function mailedTokens(t: TestApp, to: string, template: MailOrder['template']): Promise<string[]> {
  const orders = await mailsTo(t, to);
  return orders.flatMap((order) => (order.template === template ? [(order.params as { token: string }).token] : []));
}

/** Runs the queued password reset jobs; returns their number. */
export const runResetJobs = (t: TestApp): Promise<number> => runJobs(t, 'account.send_password_reset');

/** Runs the queued jobs of one kind; returns their number. */
export async function runJobs<Name extends JobName>(t: TestApp, name: Name): Promise<number> {
  const { rows } = await t.pool.query('delete from jobs.job where name = $1 returning data', [name]);
  const ctx = systemCtx(t.deps, `job.${name}`);
  for (const { data } of rows) await makeHandlers(t.deps)[name](ctx, data);
  return rows.length;
}
