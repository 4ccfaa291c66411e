import * as oauth from 'oauth4webapi';
import { allowInsecureRequests } from 'oauth4webapi';
import { beforeAll, expect, it } from 'vitest';
import { SUGGESTED_SCOPES } from '../../src/oauth/resource.ts';
import { makeMember } from '../support/members.ts';
import { consent, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';

/** Uses an independent client library, as an app would. */

const BACK = 'http://127.0.0.1/back';
const insecure = { [allowInsecureRequests]: true };

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it('discovers, registers, authorizes, refreshes and revokes by the standards', async () => {
  const resource = new URL(`${t.origin}/mcp`);
  const protectedResource = await oauth
    .resourceDiscoveryRequest(resource, insecure)
    .then((response) => oauth.processResourceDiscoveryResponse(resource, response));
  const issuer = new URL(protectedResource.authorization_servers![0]!);
  const server = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .then((response) => oauth.processDiscoveryResponse(issuer, response));
  expect(server.code_challenge_methods_supported).toEqual(['S256']);

  const client = await oauth
    .dynamicClientRegistrationRequest(server, { redirect_uris: [BACK], client_name: 'A test client' }, insecure)
    .then(oauth.processDynamicClientRegistrationResponse);
  const redirect = BACK.replace('/back', ':51234/back');

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint!);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id as string,
    redirect_uri: redirect,
    scope: protectedResource.scopes_supported!.join(' '),
    state,
    resource: resource.href,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const visitor = new Visitor(t.origin);
  const page = await visitor.visit(url.href);
  const answer = await consent(visitor, page, await makeMember(t));
  const params = oauth.validateAuthResponse(server, client, new URL(answer.location!), state);

  const auth = oauth.None();
  const tokens = await oauth
    .authorizationCodeGrantRequest(server, client, auth, params, redirect, verifier, {
      additionalParameters: { resource: resource.href },
      ...insecure,
    })
    .then((response) => oauth.processAuthorizationCodeResponse(server, client, response));
  expect(tokens).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    scope: SUGGESTED_SCOPES.join(' '),
  });

  const posted = await oauth.protectedResourceRequest(
    tokens.access_token,
    'POST',
    new URL(`${t.origin}/v1/posts`),
    new Headers({ 'content-type': 'application/json' }),
    JSON.stringify({ body: 'By a client that had never heard of this server.' }),
    insecure,
  );
  expect(posted.status).toBe(201);

  const refreshed = await oauth
    .refreshTokenGrantRequest(server, client, auth, tokens.refresh_token!, insecure)
    .then((response) => oauth.processRefreshTokenResponse(server, client, response));
  expect(refreshed.refresh_token).toMatch(/^pnr_/);
  await oauth
    .revocationRequest(server, client, auth, refreshed.refresh_token!, insecure)
    .then(oauth.processRevocationResponse);
  const after = await t.call('GET', '/v1/me', { token: refreshed.access_token });
  expect([after.status, after.json.error_code]).toEqual([401, 'revoked_credentials']);
});
