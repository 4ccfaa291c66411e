import type { Config } from '../config/config.ts';

type Site = Pick<Config, 'baseUrl'>;

/** RFC 9728: the metadata that names the authorization server of a resource: the API, or the endpoint at `path`. */
function resourceMetadataUrl({ baseUrl }: Site, path: '' | '/mcp' = ''): string {
  return `${baseUrl}/.well-known/oauth-protected-resource${path}`;
}

/** RFC 9728 section 5.1: a bearer challenge with the URL of the metadata that says where to get a token. */
export function withResourceMetadata(challenge: string, site: Site, path: '' | '/mcp' = ''): string {
  return `${challenge}, resource_metadata="${resourceMetadataUrl(site, path)}"`;
}

export function withoutResourceMetadata(challenge: string): string {
  return challenge.replace(/, resource_metadata="[^"]*"/, '');
}
