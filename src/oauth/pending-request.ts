import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { fail } from '../core/errors.ts';
import { makeCtx } from '../ctx.ts';
import type { OAuthClient } from './client.ts';
import { loadClient } from './clients.ts';
import { ownScopes, resourcesOf } from './resource.ts';

export type PendingRequest = {
  uid: string;
  client: OAuthClient;
  clientHost: string | null;
  redirect: string;
  scopes: string[];
  resource: string;
  /** The client wants the person to be asked, regardless of earlier consent. */
  askAgain: boolean;
  /** Where the browser goes after the answer. */
  returnTo: string;
  answered: boolean;
};

/** Fails with `route_not_found` if the request has expired or belongs to another browser. */
export async function findPending(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<PendingRequest> {
  const { deps } = request.server;
  const ctx = makeCtx({ deps, operation: 'oauth.consent', requestId: request.id, log: request.log });
  const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  const { client_id, redirect_uri, scope, resource, prompt } = (details?.params ?? {}) as Record<
    string,
    string | undefined
  >;
  const count = () => request.reserveLimit('oauth_client_documents');
  const client = details?.uid === uid ? await loadClient(ctx, deps.clientDocuments, client_id ?? '', count) : null;
  if (!details || !client || redirect_uri === undefined) fail('route_not_found');
  return {
    uid,
    client,
    clientHost: client.kind === 'metadata' ? new URL(client.clientId).host : null,
    redirect: redirect_uri,
    scopes: ownScopes(scope),
    resource: resource ?? resourcesOf(deps.config)[0]!,
    askAgain: (prompt ?? '').split(' ').includes('consent'),
    returnTo: details.returnTo,
    answered: details.result !== undefined,
  };
}

export const pathOf = ({ uid }: PendingRequest) => `/oauth/consent/${uid}`;
