import { urlProblem } from '../../core/allowed-url.ts';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { URL_HINTS } from './hints.ts';

/** Fails with `invalid_webhook_url`, and the rule that the URL breaks. */
export function requireUrl(ctx: Ctx, url: string): void {
  const rule = urlProblem(url, { allowLoopback: ctx.config.webhookAllowLoopback });
  if (rule !== null)
    fail('invalid_webhook_url', { agent: { fields: [{ path: 'body.url', rule }], hint: URL_HINTS[rule] } });
}
