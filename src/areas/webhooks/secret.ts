import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { seal, unseal } from '../../auth/secrets.ts';
import type { Ctx } from '../../ctx.ts';

const SECRET_BYTES = 32;

/** A secret in the format of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export const sealSecret = (ctx: Ctx, secret: string, webhookId: string): string =>
  seal(ctx.keys.webhooks, secret, webhookId);

export const openSecret = (ctx: Ctx, sealed: string, webhookId: string): string =>
  unseal(ctx.keys.webhooks, sealed, webhookId);

/** The headers that identify and sign a delivery, with one signature for each valid secret. */
export function signedHeaders(secrets: readonly string[], id: string, now: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
