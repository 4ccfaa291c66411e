import type { Config } from '../config/config.ts';
import { OAUTH_SCOPES } from '../core/scopes.ts';

/** Asks for refresh tokens. Accepted, but without effect: every client gets them. */
export const OFFLINE_ACCESS = 'offline_access';

/** The scopes to read, write and answer, without follows, for a client that does not know this server. The person can take any of them away. */
export const SUGGESTED_SCOPES = [
  'feed:read',
  'posts:read',
  'posts:write',
  'comments:write',
  'profiles:read',
  'contacts:read',
  'contacts:write',
  'messages:read',
  'messages:write',
  'notifications:read',
  'notifications:write',
] as const;

const known = new Set<string>([...OAUTH_SCOPES, OFFLINE_ACCESS]);

/** The requested scopes that this server does not grant to OAuth clients. */
export function unknownScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !known.has(scope));
}

export function ownScopes(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' '))].filter((word) => word !== '' && word !== OFFLINE_ACCESS);
}

/** The API and its MCP endpoint (RFC 8707), also with the trailing slash that URL parsers add. */
export function resourcesOf({ baseUrl }: Pick<Config, 'baseUrl'>): string[] {
  return [baseUrl, `${baseUrl}/mcp`].flatMap(spellingsOf);
}

/** A resource with and without the trailing slash: both name the same one. */
export function spellingsOf(resource: string): string[] {
  const name = resource.replace(/\/$/, '');
  return [name, `${name}/`];
}
