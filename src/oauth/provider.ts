import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { newSecret, type SecretKind } from '../auth/key-format.ts';
import { LIMITS } from '../core/limits.ts';
import { OAUTH_SCOPES } from '../core/scopes.ts';
import { makeAdapter, type ProviderDeps } from './adapter.ts';
import { type Knows, withoutErrorRedirect } from './error-redirects.ts';
import { redirectAllowed } from './redirects.ts';
import { OFFLINE_ACCESS, ownScopes, resourcesOf, spellingsOf, unknownScopes } from './resource.ts';

/** The time to sign in and decide: half an hour. */
const INTERACTION_SECONDS = 1800;

/** Shows an error that can't be sent to the client, because the client or its redirect URI is unknown. */
export type ErrorPage = (
  error: { error: string; description: string | undefined; isGone: boolean; to?: string },
  raw: IncomingMessage,
) => Promise<string>;

/** Authorization code with PKCE, refresh tokens and revocation. All other features of the library are disabled. */
export function makeProvider(deps: ProviderDeps, errorPage: ErrorPage, knows: Knows): Provider {
  const { config } = deps;
  const showError = async (ctx: KoaContextWithOIDC, error: Parameters<ErrorPage>[0]) => {
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await errorPage(error, ctx.req);
  };
  const provider = new Provider(config.authUrl, {
    ...endpoints(config.authUrl.startsWith('https:')),
    adapter: makeAdapter(deps),
    features: { ...features, resourceIndicators: resourceIndicators(resourcesOf(config)) },
    interactions: {
      url: (_ctx, interaction) => `/oauth/consent/${interaction.uid}`,
      policy: [new interactionPolicy.Prompt({ name: 'consent', requestable: true }, consentCheck)],
    },
    // The site's own session identifies the person. The consent page passes the account id on with its answer.
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    renderError: async (ctx, { error, error_description }, cause) =>
      showError(ctx, { error, description: error_description, isGone: cause.name === 'SessionNotFound' }),
  });

  // `passToLibrary` sets the host and protocol headers that the library trusts.
  provider.proxy = true;
  (provider as EventEmitter).on('error', (err: Error) => deps.log.error({ err }, 'authorization server'));
  // A refusal of our own with this code, as of a step-up, is nobody's fault.
  provider.on('server_error', (_ctx, err: Error) => {
    if (err instanceof errors.CustomOIDCProviderError)
      deps.log.info({ reason: err.error_description }, 'authorization server');
    else deps.log.error({ err }, 'authorization server');
  });
  provider.Client.prototype.redirectUriAllowed = function redirectUriAllowed(address: string) {
    return redirectAllowed(address, this.redirectUris ?? []);
  };
  // The token format that secret scanners know. Other tokens are rejected without a database lookup.
  nameTokens(provider.AccessToken.prototype, 'oauth');
  nameTokens(provider.RefreshToken.prototype, 'oauth_refresh');
  for (const { prototype } of [provider.AuthorizationCode, provider.RefreshToken]) allowSpellings(prototype);
  provider.use(withoutFormPost);
  provider.use(withoutOwnSession);
  provider.use(withoutErrorRedirect(knows, (ctx, error) => showError(ctx, { ...error, isGone: false })));
  return provider;
}

function nameTokens(model: object, kind: SecretKind): void {
  Object.assign(model, {
    generateTokenId(this: { format?: string }) {
      this.format = 'opaque';
      return newSecret(kind);
    },
  });
}

/** A token request may name the resource of its code or refresh token with or without the trailing slash. */
function allowSpellings(model: object): void {
  Object.defineProperty(model, 'resourceIndicators', {
    get(this: { resource?: string }) {
      return new Set(this.resource === undefined ? [] : spellingsOf(this.resource));
    },
  });
}

/** The library answers `form_post` with an inline script, which the policy blocks. It rejects unknown modes. */
async function withoutFormPost(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.query['response_mode'] === 'form_post') ctx.query = { ...ctx.query, response_mode: 'unsupported' };
  await next();
}

/** Drops the library's session cookie, because the site has its own session. */
async function withoutOwnSession(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const set = [(ctx.res.getHeader('Set-Cookie') ?? []) as string | string[]].flat();
  const kept = set.filter((cookie) => !cookie.startsWith('_session'));
  if (kept.length > 0) ctx.set('Set-Cookie', kept);
  else ctx.remove('Set-Cookie');
}

/** Sends every request to the consent page, which decides whether to ask. */
const consentCheck = new interactionPolicy.Check(
  'not_answered',
  'the person has not answered',
  'consent_required',
  ({ oidc }) => oidc.result?.consent?.grantId === undefined,
);

function endpoints(secure: boolean): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    cookies: {
      names: { session: '_session', interaction: 'pronet_consent', resume: 'pronet_authorize' },
      short: cookie,
      long: cookie,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    scopes: [OFFLINE_ACCESS],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    // Reusing a code or refresh token, or revoking a token, revokes everything issued under the same consent.
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: LIMITS.oauth.access_token_ms / 1000,
      AuthorizationCode: LIMITS.oauth.code_ms / 1000,
      RefreshToken: LIMITS.oauth.refresh_idle_ms / 1000,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
      Grant: LIMITS.oauth.refresh_max_age_ms / 1000,
    },
    ...signing(),
  };
}

/** The library requires a key for ID tokens. None are issued, so each start generates a new key. */
function signing(): Configuration {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return {
    jwks: { keys: [{ ...jwk, alg: 'EdDSA', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
  } as Configuration;
}

const features: NonNullable<Configuration['features']> = {
  devInteractions: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
};

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>;

/** RFC 8707: the identifiers of the one resource server, and its scopes. Called once the redirect URI is known. */
function resourceIndicators(resources: readonly string[]): ResourceIndicators {
  return {
    enabled: true,
    defaultResource: () => resources[0]!,
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx, resource) => {
      // What the provider holds, and its types leave out.
      const { params, route } = ctx.oidc as unknown as {
        params?: { scope?: string; resource?: unknown; response_mode?: string };
        route: string;
      };
      if (!resources.includes(resource) || Array.isArray(params?.resource)) {
        throw new errors.InvalidTarget(
          `resource is the address of this server, ${resources[0]}, or of its MCP endpoint`,
        );
      }
      if ((params?.response_mode ?? 'query') !== 'query') throw new errors.UnsupportedResponseMode();
      const unknown = unknownScopes((params?.scope ?? '').split(' ').filter((word) => word !== ''));
      const list = 'scopes_supported of /.well-known/oauth-authorization-server lists those that an app can ask for';
      if (unknown.length > 0) throw new errors.InvalidScope(list, unknown.join(' '));
      if (route === 'authorization' && ownScopes(params?.scope).length === 0) {
        throw new errors.InvalidScope('name the scopes that you need', '');
      }
      return { scope: OAUTH_SCOPES.join(' '), audience: resources[0]!, accessTokenFormat: 'opaque' };
    },
  };
}
