import type { AdapterPayload } from 'oidc-provider';
import { newToken } from '../auth/secrets.ts';
import type { Ctx } from '../ctx.ts';
import { and, eq, gt, isNull, or } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { oauthClients } from '../db/schema/oauth.ts';
import { p, statement } from '../db/statement.ts';
import type { OAuthClient } from './client.ts';
import { type ClientDocuments, type CountFetch, isMetadataUrl } from './client-metadata.ts';

const UNUSED_MS = 86_400_000;
/** Of a client with a row. Anything else is unknown: Postgres cannot even look for U+0000. */
const CLIENT_ID = /^[\x21-\x7e]{1,500}$/;

const findClientRow = statement(
  'oauth.find_client',
  { client_id: 'text', now: 'timestamptz' },
  qb
    .select({
      client_id: oauthClients.clientId,
      kind: oauthClients.kind,
      name: oauthClients.name,
      redirect_uris: oauthClients.redirectUris,
    })
    .from(oauthClients)
    .where(
      and(
        eq(oauthClients.clientId, p('client_id')),
        or(isNull(oauthClients.expiresAt), gt(oauthClients.expiresAt, p('now'))),
      ),
    ),
);

const insertClient = statement(
  'oauth.insert_client',
  {
    client_id: 'text',
    kind: 'text',
    name: 'text',
    redirect_uris: 'text[]',
    now: 'timestamptz',
    expires_at: 'timestamptz?',
  },
  qb.insert(oauthClients).values({
    clientId: p('client_id'),
    kind: p('kind'),
    name: p('name'),
    redirectUris: p('redirect_uris'),
    createdAt: p('now'),
    expiresAt: p('expires_at'),
  }),
);

/** Whether the operator registered the app. */
export async function isRegistered(ctx: Ctx, client_id: string): Promise<boolean> {
  return (await findClientRow.one(ctx, { client_id, now: ctx.now() }))?.kind === 'registered';
}

/** Loads a client by id from its row, or from the metadata document if the id is a URL. Null if there is no such client. */
export async function loadClient(
  ctx: Ctx,
  documents: ClientDocuments,
  clientId: string,
  count: CountFetch,
): Promise<OAuthClient | null> {
  if (clientId.startsWith('https:')) return isMetadataUrl(clientId) ? documents.find(clientId, count) : null;
  if (!CLIENT_ID.test(clientId)) return null;
  const row = await findClientRow.one(ctx, { client_id: clientId, now: ctx.now() });
  return row ? { clientId: row.client_id, kind: row.kind, name: row.name, redirectUris: row.redirect_uris } : null;
}

/** A client as RFC 7591 metadata, for the library. All clients are public: none has a secret. */
export async function findClient(
  ctx: Ctx,
  documents: ClientDocuments,
  clientId: string,
  count: CountFetch,
): Promise<AdapterPayload | undefined> {
  const client = await loadClient(ctx, documents, clientId, count);
  if (!client) return undefined;
  return {
    client_id: client.clientId,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}

export type NewClient = { name: string; redirectUris: readonly string[] };

export async function registerClient(
  ctx: Ctx,
  client: NewClient,
  kind: 'registered' | 'dynamic',
): Promise<OAuthClient> {
  const clientId = newToken();
  await insertClient.all(ctx, {
    client_id: clientId,
    kind,
    name: client.name,
    redirect_uris: client.redirectUris,
    now: ctx.now(),
    expires_at: kind === 'dynamic' ? new Date(ctx.now().getTime() + UNUSED_MS) : null,
  });
  return { clientId, kind, name: client.name, redirectUris: [...client.redirectUris] };
}
