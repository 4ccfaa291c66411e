import { authenticate } from '../../src/auth/authenticate.ts';
import { newSecret } from '../../src/auth/key-format.ts';
import { sha256 } from '../../src/auth/secrets.ts';
import type { Permission } from '../../src/core/enums.ts';
import { newId } from '../../src/core/ids.ts';
import { makeCtx, systemCtx } from '../../src/ctx.ts';
import { loadClient, registerClient } from '../../src/oauth/clients.ts';
import { giveConsent } from '../../src/oauth/consent.ts';
import type { TestApp } from './app.ts';
import type { Member } from './members.ts';

/** A grant like that of the consent page, with an access token, without the pages. */
export async function makeGrant(
  t: TestApp,
  member: Member,
  {
    scopes = ['posts:write'] as readonly string[],
    profileIds = [member.profile.id],
    clientId = undefined as string | undefined,
    permissions = null as readonly Permission[] | null,
  } = {},
): Promise<{ id: string; token: string }> {
  const ctx = systemCtx(t.deps, 'test');
  const facts = { name: 'Reader', redirectUris: ['https://reader.example.com/back'] };
  const known = clientId === undefined ? null : await loadClient(ctx, t.deps.clientDocuments, clientId, async () => {});
  const client = known ?? (await registerClient(ctx, facts, 'dynamic'));
  const principal = await authenticate(ctx, member.token);
  const signedIn = makeCtx({ deps: t.deps, operation: 'oauth.give_consent', requestId: 'test', principal });
  const asked = { resource: t.deps.config.baseUrl, redirect: 'https://app.example.com/callback' };
  const consent = { client, clientHost: null, scopes, profileIds, permissions, ...asked };
  const id = (await giveConsent(signedIn, { ...consent, asked: scopes }))!;
  const token = newSecret('oauth');
  await t.pool.query(
    'insert into credential_secrets (id, credential_id, hash, scopes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [newId(), id, sha256(token), scopes, t.clock.now(), new Date(t.clock.now().getTime() + 3_600_000)],
  );
  return { id, token };
}
