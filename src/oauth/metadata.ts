import type { Config } from '../config/config.ts';
import { OAUTH_SCOPES } from '../core/scopes.ts';
import { OFFLINE_ACCESS, SUGGESTED_SCOPES } from './resource.ts';

type Site = Pick<Config, 'baseUrl' | 'authUrl' | 'oauthRegistration' | 'serviceName'>;

/** Authorization server metadata (RFC 8414). Depends on the configuration only. */
export function authorizationServerMetadata({ authUrl, baseUrl, oauthRegistration }: Site) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    ...(oauthRegistration ? { registration_endpoint: `${baseUrl}/oauth/register` } : {}),
    scopes_supported: [...OAUTH_SCOPES, OFFLINE_ACCESS],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/docs`,
  };
}

/** Protected resource metadata (RFC 9728): the authorization server, and the scopes to start with. */
export function protectedResourceMetadata({ authUrl, baseUrl, serviceName }: Site, path: '' | '/mcp') {
  return {
    resource: `${baseUrl}${path}`,
    authorization_servers: [authUrl],
    scopes_supported: [...SUGGESTED_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: serviceName,
    resource_documentation: `${baseUrl}/docs`,
  };
}
