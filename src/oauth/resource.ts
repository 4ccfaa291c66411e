import type { Config } from '../config/config.ts';
import { OAUTH_SCOPES } from '../core/scopes.ts';

/** No scope of ours: who asks for it wants refresh tokens, which every client gets. */
export const OFFLINE_ACCESS = 'offline_access';

/** What a client that knows nothing of this server should ask for: to read along, to post and to comment. */
export const SUGGESTED_SCOPES = ['feed:read', 'posts:write', 'comments:write'] as const;

const known = new Set<string>([...OAUTH_SCOPES, OFFLINE_ACCESS]);

/** The scopes in a request that this server does not give to OAuth clients. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !known.has(scope));
}

/** Scopes of a request without those that open nothing here. */
export function ownScopes(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' '))].filter((word) => word !== '' && word !== OFFLINE_ACCESS);
}

/**
 * The names of the one resource server (RFC 8707): the API and its MCP endpoint. The address of a server alone is also
 * written with the slash that URL parsers add to it.
 */
export function resourcesOf({ baseUrl }: Pick<Config, 'baseUrl'>): string[] {
  return [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`];
}
