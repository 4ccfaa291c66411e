import * as oauth from 'oauth4webapi';

/** OAuth 2.1 for a page without its own server. Tokens are stored in this tab and deleted with it. */
export type Tokens = { access: string; refresh: string; expiresAtMs: number };
type Waiting = { client: oauth.Client; verifier: string; state: string };

const SCOPES = 'feed:read posts:write comments:write messages:all';
const REDIRECT = `${location.origin}/`;

export function makeSignIn(baseUrl: string) {
  // Plain http is for trials on one's own machine.
  const options = baseUrl.startsWith('http:') ? { [oauth.allowInsecureRequests]: true } : {};
  const kept = `pronet ${baseUrl}`;
  const none = oauth.None();
  let pending: Promise<Tokens | null> | undefined;
  const read = <T>(store: Storage, key: string): T | null => JSON.parse(store.getItem(`${kept} ${key}`) ?? 'null');
  const keep = (store: Storage, key: string, value: unknown) => store.setItem(`${kept} ${key}`, JSON.stringify(value));

  /** Finds the authorization server from the address of the API alone. */
  async function discover(): Promise<oauth.AuthorizationServer> {
    const api = new URL(baseUrl);
    const resource = await oauth.processResourceDiscoveryResponse(
      api,
      await oauth.resourceDiscoveryRequest(api, options),
    );
    const issuer = new URL(resource.authorization_servers![0]!);
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options });
    return oauth.processDiscoveryResponse(issuer, answer);
  }

  function keepTokens(answer: oauth.TokenEndpointResponse): Tokens {
    const expiresAtMs = Date.now() + (answer.expires_in ?? 60) * 1000;
    const tokens = { access: answer.access_token, refresh: answer.refresh_token!, expiresAtMs };
    keep(sessionStorage, 'tokens', tokens);
    return tokens;
  }

  async function freshTokens(): Promise<Tokens | null> {
    const waiting = read<Waiting>(sessionStorage, 'waiting');
    if (waiting && /[?&](code|error)=/.test(location.search)) {
      const { client, verifier, state } = waiting;
      const here = new URL(location.href);
      history.replaceState(null, '', '/');
      const server = await discover();
      const back = oauth.validateAuthResponse(server, client, here, state);
      const asked = oauth.authorizationCodeGrantRequest(server, client, none, back, REDIRECT, verifier, options);
      return keepTokens(await oauth.processAuthorizationCodeResponse(server, client, await asked));
    }
    const tokens = read<Tokens>(sessionStorage, 'tokens');
    if (!tokens || !waiting || tokens.expiresAtMs - Date.now() > 60_000) return tokens;
    const server = await discover();
    const asked = oauth.refreshTokenGrantRequest(server, waiting.client, none, tokens.refresh, options);
    return keepTokens(await oauth.processRefreshTokenResponse(server, waiting.client, await asked));
  }

  return {
    /** Redirects to the server's sign-in, which returns to this page. An app that you ship registers once. */
    async begin(): Promise<void> {
      const server = await discover();
      const metadata = { client_name: 'Example web client', redirect_uris: [REDIRECT] };
      const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, options);
      const client = await oauth.processDynamicClientRegistrationResponse(answer);
      const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
      keep(sessionStorage, 'waiting', { client: { client_id: client.client_id }, verifier, state });
      location.assign(
        `${server.authorization_endpoint}?${new URLSearchParams({
          response_type: 'code',
          client_id: client.client_id as string,
          redirect_uri: REDIRECT,
          scope: SCOPES,
          state,
          resource: baseUrl,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })}`,
      );
    },

    /** The tokens of this tab, valid for at least another minute; null if nobody is signed in. */
    tokens(): Promise<Tokens | null> {
      // One refresh at a time, since a refresh token works once. Only a refusal by the server ends the session.
      pending ??= freshTokens()
        .catch((error) => {
          if (!(error instanceof TypeError)) sessionStorage.clear();
          throw error;
        })
        .finally(() => {
          pending = undefined;
        });
      return pending;
    },

    /** Signs out, and revokes the tokens on the server. */
    async end(): Promise<void> {
      const [waiting, tokens] = [read<Waiting>(sessionStorage, 'waiting'), read<Tokens>(sessionStorage, 'tokens')];
      sessionStorage.clear();
      if (waiting && tokens)
        await oauth.revocationRequest(await discover(), waiting.client, none, tokens.refresh, options);
    },
  };
}
