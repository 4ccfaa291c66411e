import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { seal, sha256, unseal } from '../../auth/secrets.ts';
import type { Ctx } from '../../ctx.ts';

const SECRET_BYTES = 32;

/** A secret in the format of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** A secret as it is stored: encrypted, because it signs, and hashed, so that it is found if it appears in a text. */
export const sealedSecret = (ctx: Ctx, secret: string, webhookId: string) => ({
  secret: seal(ctx.keys.webhooks, secret, webhookId),
  secret_hash: sha256(secret),
});

export const openSecret = (ctx: Ctx, sealed: string, webhookId: string): string =>
  unseal(ctx.keys.webhooks, sealed, webhookId);

/** The header that signs a delivery, with one signature for each valid secret. */
export function signatureOf(secrets: readonly string[], id: string, now: Date, body: string): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' ');
}
