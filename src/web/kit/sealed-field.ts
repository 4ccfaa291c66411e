import { seal, unseal } from '../../auth/secrets.ts';
import type { Ctx } from '../../ctx.ts';

/** As long as people take to find their phone. */
const KEPT_MS = 10 * 60_000;

/** The value of a hidden field that carries secrets from one form to the next. Encrypted, for this purpose only. */
export const sealField = (ctx: Ctx, purpose: string, value: Readonly<Record<string, string>>): string =>
  seal(ctx.keys.web, JSON.stringify({ until: ctx.now().getTime() + KEPT_MS, value }), purpose);

/** What `sealField` has sealed, or null if it is something else or ten minutes old. */
export function openField(ctx: Ctx, purpose: string, sealed: string): Record<string, string> | null {
  try {
    const { until, value } = JSON.parse(unseal(ctx.keys.web, sealed, purpose));
    return until < ctx.now().getTime() ? null : value;
  } catch {
    return null;
  }
}
