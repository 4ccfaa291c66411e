import { sql } from 'drizzle-orm';
import type { AdapterPayload } from 'oidc-provider';
import { newToken } from '../auth/secrets.ts';
import type { Ctx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';
import type { OAuthClient } from './client.ts';
import { type ClientDocuments, isMetadataUrl } from './client-metadata.ts';

const UNUSED_MS = 86_400_000;
/** Of a client with a row. Anything else is unknown: Postgres cannot even look for U+0000. */
const CLIENT_ID = /^[\x21-\x7e]{1,500}$/;

type ClientRow = { client_id: string; kind: 'registered' | 'dynamic'; name: string; redirect_uris: string[] };

const findClientRow = statement<ClientRow>(
  'oauth.find_client',
  sql`select client_id, kind, name, redirect_uris from oauth_clients
    where client_id = ${p('client_id', 'text')} and (expires_at is null or expires_at > ${p('now', 'timestamptz')})`,
);

const insertClient = statement<{ client_id: string }>(
  'oauth.insert_client',
  sql`insert into oauth_clients (client_id, kind, name, redirect_uris, created_at, expires_at)
    values (${p('client_id', 'text')}, ${p('kind', 'text')}, ${p('name', 'text')}, ${p('redirect_uris', 'text[]')},
      ${p('now', 'timestamptz')}, ${p('expires_at', 'timestamptz')})
    returning client_id`,
);

/** Loads a client by id from its row, or from the metadata document if the id is a URL. Null if there is no such client. */
export async function loadClient(ctx: Ctx, documents: ClientDocuments, clientId: string): Promise<OAuthClient | null> {
  if (clientId.startsWith('https:')) return isMetadataUrl(clientId) ? documents.find(clientId) : null;
  if (!CLIENT_ID.test(clientId)) return null;
  const row = await findClientRow.one(ctx, { client_id: clientId, now: ctx.now() });
  return row ? { clientId: row.client_id, kind: row.kind, name: row.name, redirectUris: row.redirect_uris } : null;
}

/** A client as RFC 7591 metadata, for the library. All clients are public: none has a secret. */
export async function findClient(
  ctx: Ctx,
  documents: ClientDocuments,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const client = await loadClient(ctx, documents, clientId);
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

/** Stores a client. A dynamic one expires after a day unless somebody authorizes it. */
export async function registerClient(
  ctx: Ctx,
  client: NewClient,
  kind: 'registered' | 'dynamic',
): Promise<OAuthClient> {
  const clientId = newToken();
  await insertClient.one(ctx, {
    client_id: clientId,
    kind,
    name: client.name,
    redirect_uris: client.redirectUris,
    now: ctx.now(),
    expires_at: kind === 'dynamic' ? new Date(ctx.now().getTime() + UNUSED_MS) : null,
  });
  return { clientId, kind, name: client.name, redirectUris: [...client.redirectUris] };
}
