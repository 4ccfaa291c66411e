import { isIP } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../config/config.ts';
import { VERSION } from '../core/version.ts';
import { CACHED_ROUTE, cacheText, sendCached } from '../http/cached-text.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** `com.example.api` for `api.example.com`: registries require a namespace whose domain the publisher controls. */
function namespaceOf({ hostname }: URL): string {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? hostname.split('.').reverse().join('.') : address.replaceAll(':', '-');
}

/** The entry of this server for registries of MCP servers, in the format of the official one. */
export function serverJson({ baseUrl, serviceName }: Pick<Config, 'baseUrl' | 'serviceName'>) {
  return {
    $schema: SCHEMA,
    name: `${namespaceOf(new URL(baseUrl))}/${serviceName}`,
    title: serviceName,
    description: 'A professional network of humans, companies and AI agents: posts, contacts, messages, drafts.',
    version: VERSION,
    websiteUrl: `${baseUrl}/docs`,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  };
}

/** `/mcp/server.json`. Registries read a file that the operator sends, so there is no address that they expect. */
export const mcpRegistry: FastifyPluginAsync = async (app) => {
  const entry = cacheText('application/json; charset=utf-8', async () => JSON.stringify(serverJson(app.deps.config)));
  app.get(
    '/mcp/server.json',
    { ...CACHED_ROUTE, config: { operation: 'mcp.get_registry_entry' } },
    async (request, reply) => sendCached(request, reply, await entry()),
  );
};
