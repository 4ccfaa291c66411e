import type { Config } from '../config/config.ts';

type Site = Pick<Config, 'baseUrl'>;

/** RFC 9728: where it stands which authorization server opens this resource: the API, or the endpoint at `path`. */
export function resourceMetadataUrl({ baseUrl }: Site, path: '' | '/mcp' = ''): string {
  return `${baseUrl}/.well-known/oauth-protected-resource${path}`;
}

/** RFC 9728 section 5.1: a challenge of a bearer scheme, with where to read how to get a token that would do. */
export function withResourceMetadata(challenge: string, site: Site, path: '' | '/mcp' = ''): string {
  return `${challenge}, resource_metadata="${resourceMetadataUrl(site, path)}"`;
}

/** The challenge itself, for who answers it at another door. */
export function withoutResourceMetadata(challenge: string): string {
  return challenge.replace(/, resource_metadata="[^"]*"/, '');
}
