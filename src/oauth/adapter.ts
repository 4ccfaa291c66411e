import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { sha256 } from '../auth/secrets.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { type Ctx, type CtxDeps, systemCtx } from '../ctx.ts';
import type { ClientDocuments } from './client-metadata.ts';
import { findClient } from './clients.ts';
import {
  deleteInteraction,
  findAccessToken,
  findCode,
  findGrant,
  findInteraction,
  findRefreshToken,
  insertAccessToken,
  insertCode,
  insertRefreshToken,
  keepInteraction,
  type SourceRow,
  useCode,
  useRefreshToken,
} from './grant-statements.ts';
import { revokeGrant } from './grants.ts';
import { passedRequest } from './library-requests.ts';
import { OFFLINE_ACCESS, resourcesOf } from './resource.ts';
import { takeStepUp } from './step-up.ts';

/**
 * `server_error` is what makes the official MCP client 1.x ask the person and keep its tokens. After `invalid_grant` it
 * discards them, so that somebody who declines would have to sign in again.
 */
const STEP_UP = 'a refresh cannot add the missing scope: send the person to the authorization page, or refresh again';

type Model = Partial<Adapter>;

export type ProviderDeps = CtxDeps & { readonly clientDocuments: ClientDocuments };

/** The payload without its id, which is secret, and its timestamps, which have columns of their own. */
function storedPayload({ jti: _name, iat: _from, exp: _until, ...payload }: AdapterPayload): AdapterPayload {
  return payload;
}

function grantOf({ grantId }: AdapterPayload): string {
  if (grantId === undefined) throw new Error('a token without a grant');
  return grantId;
}

const after = (ctx: Ctx, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000);

/** A code or refresh token in the library's format. An expired one counts as missing, unless it was used. */
function found(id: string, row: (SourceRow & { expired: boolean }) | undefined): AdapterPayload | undefined {
  if (!row || (row.expired && !row.consumed)) return undefined;
  return { ...row.payload, jti: id, grantId: row.grant_id, ...(row.consumed ? { consumed: 1 } : {}) };
}

/** A reused code or refresh token revokes the grant (RFC 6749 sections 4.1.2 and 10.4): one of two users stole it. */
async function refuseReuse(ctx: Ctx, grantId: string | undefined): Promise<never> {
  if (grantId !== undefined) await revokeGrant(ctx, grantId);
  throw new errors.InvalidGrant('already used');
}

function makeModels(deps: ProviderDeps): Record<string, Model> {
  const ctx = systemCtx(deps, 'oauth.keep');
  return {
    Client: { find: (id) => findClient(ctx, deps.clientDocuments, id, countFetch).catch(unavailable) },
    Grant: grants(ctx, resourcesOf(deps.config)),
    AuthorizationCode: codes(ctx),
    RefreshToken: refreshTokens(ctx, deps.config.oauthRefreshGraceMs),
    AccessToken: accessTokens(ctx),
    Interaction: interactions(ctx, deps.config.authUrl),
  };
}

/** For the address of the request that the library answers now. */
async function countFetch(): Promise<void> {
  await passedRequest(Provider.ctx!.req).reserveLimit('oauth_client_documents');
}

/** The refusal of a fetch in the terms of OAuth. The library would answer any other error with `server_error`. */
function unavailable(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { code, statusCode, agent } = error;
  Provider.ctx?.set('Retry-After', String(agent.retry_after_seconds));
  const { message } = ERROR_CODES[code];
  throw Object.assign(new errors.TemporarilyUnavailable(message), {
    error_description: message,
    status: statusCode,
    statusCode,
  });
}

function grants(ctx: Ctx, resources: readonly string[]): Model {
  return {
    async find(id) {
      const grant = await findGrant.one(ctx, { grant_id: id, now: ctx.now() });
      if (!grant) return undefined;
      const scope = grant.scopes.join(' ');
      return {
        jti: grant.id,
        kind: 'Grant',
        accountId: grant.account_id,
        clientId: grant.client_id,
        openid: { scope: OFFLINE_ACCESS },
        resources: Object.fromEntries(resources.map((resource) => [resource, scope])),
      };
    },
    destroy: (id) => revokeGrant(ctx, id),
  };
}

function codes(ctx: Ctx): Model {
  return {
    async upsert(id, payload) {
      const values = { hash: sha256(id), grant_id: grantOf(payload), payload: storedPayload(payload) };
      await insertCode.all(ctx, { ...values, expires_at: after(ctx, LIMITS.oauth.code_ms / 1000) });
    },
    find: async (id) => found(id, await findCode.one(ctx, { hash: sha256(id), now: ctx.now() })),
    async consume(id) {
      const values = { hash: sha256(id), now: ctx.now() };
      const used = await useCode.one(ctx, values);
      if (!used) await refuseReuse(ctx, (await findCode.one(ctx, values))?.grant_id);
    },
  };
}

function refreshTokens(ctx: Ctx, grace_ms: number): Model {
  return {
    async upsert(id, payload) {
      const { refresh_idle_ms, refresh_max_age_ms } = LIMITS.oauth;
      const written = await insertRefreshToken.one(ctx, {
        hash: sha256(id),
        grant_id: grantOf(payload),
        generation: payload['rotations'] ?? 0,
        payload: storedPayload(payload),
        idle: `${refresh_idle_ms} milliseconds`,
        max_age: `${refresh_max_age_ms} milliseconds`,
        now: ctx.now(),
      });
      if (!written) throw new errors.InvalidGrant('the grant has been revoked');
    },
    async find(id) {
      const values = { hash: sha256(id), now: ctx.now(), grace_ms };
      return found(id, await findRefreshToken.one(ctx, values));
    },
    async consume(id) {
      const values = { hash: sha256(id), now: ctx.now(), grace_ms };
      if (await takeStepUp(ctx, values.hash)) throw new errors.CustomOIDCProviderError('server_error', STEP_UP);
      if (await useRefreshToken.one(ctx, values)) return;
      const row = await findRefreshToken.one(ctx, values);
      await refuseReuse(ctx, row?.consumed ? row.grant_id : undefined);
    },
  };
}

function accessTokens(ctx: Ctx): Model {
  return {
    async upsert(id, payload, expiresIn = 0) {
      const scopes = String(payload.scope ?? '').split(' ');
      const values = { secret_id: newId(), hash: sha256(id), grant_id: grantOf(payload), scopes };
      const written = await insertAccessToken.one(ctx, {
        ...values,
        now: ctx.now(),
        expires_at: after(ctx, expiresIn),
      });
      if (!written) throw new errors.InvalidGrant('the grant has been revoked');
    },
    async find(id) {
      const row = await findAccessToken.one(ctx, { hash: sha256(id) });
      return row && { jti: id, grantId: row.grant_id, accountId: row.account_id, clientId: row.client_id };
    },
  };
}

function interactions(ctx: Ctx, authUrl: string): Model {
  return {
    async upsert(id, payload, expiresIn = 0) {
      const { returnTo: _address, ...rest } = storedPayload(payload);
      // An update has no lifetime, and the statement keeps the existing one.
      const lifetime = Number.isFinite(expiresIn) ? expiresIn : 0;
      await keepInteraction.all(ctx, { hash: sha256(id), payload: rest, expires_at: after(ctx, lifetime) });
    },
    async find(id) {
      const row = await findInteraction.one(ctx, { hash: sha256(id), now: ctx.now() });
      return row && { ...row.payload, jti: id, returnTo: `${authUrl}/oauth/authorize/${id}` };
    },
    destroy: async (id) => void (await deleteInteraction.all(ctx, { hash: sha256(id) })),
  };
}

const nothing = async () => undefined;

/**
 * The library's storage on our tables. Codes and tokens are hashes, and one UPDATE redeems what works once. A grant is
 * a row of `credentials`. Only the site's session decides who is signed in.
 */
export function makeAdapter(deps: ProviderDeps): (name: string) => Adapter {
  const models = makeModels(deps);
  return (name) => ({
    upsert: nothing,
    find: nothing,
    findByUserCode: nothing,
    findByUid: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    ...models[name],
  });
}
