import {
  type BenchRequest,
  CONNECTIONS,
  callAs,
  type Member,
  rotated,
  type Scenario,
  type Side,
  shareOf,
} from './scenario.ts';
import { POST_TEXT } from './texts.ts';

/** The same operation as a tool of `/mcp`, called like a client of the newest revision does. */
function toolCall(member: Member, name: string, args: Record<string, unknown>): BenchRequest {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      ...callAs(member, 'application/json'),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } }),
  };
}

/** A tool call compared with the same call of `/v1`: the cost of MCP for a read. */
export const callReadingTool: Scenario = {
  name: 'call-tool-read',
  title: 'post read by an MCP tool, against `/v1`',
  operation: 'posts.get',
  connections: CONNECTIONS,
  requests: 8_000,
  send({ postIds, members }, connection, side: Side) {
    const own = shareOf(members, connection, CONNECTIONS);
    return rotated(postIds, connection, CONNECTIONS).map((id, index): BenchRequest => {
      const member = own[index % own.length]!;
      return side === 'server'
        ? toolCall(member, 'posts_get', { post_id: id })
        : { method: 'GET', path: `/v1/posts/${id}?view=compact`, headers: callAs(member) };
    });
  },
  floor: 'itself',
};

/** The same comparison for a write. */
export const callWritingTool: Scenario = {
  name: 'call-tool-write',
  title: 'text post by an MCP tool, against `/v1`',
  operation: 'posts.create',
  connections: CONNECTIONS,
  requests: 4_000,
  send: ({ members }, connection, side) =>
    shareOf(members, connection, CONNECTIONS).map((member): BenchRequest => {
      const body = { body: POST_TEXT };
      if (side === 'server') return toolCall(member, 'posts_create', body);
      return {
        method: 'POST',
        path: '/v1/posts',
        headers: callAs(member, 'application/json'),
        body: JSON.stringify(body),
      };
    }),
  floor: 'itself',
};
