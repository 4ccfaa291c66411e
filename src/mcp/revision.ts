import type { FastifyRequest } from 'fastify';

const NEWEST = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Whether a request is of the newest revision. Revisions are dates; a request without one is of an older client. */
export function speaksNewest({ headers, body }: FastifyRequest): boolean {
  const meta = (body as { params?: { _meta?: Record<string, unknown> } } | null)?.params?._meta;
  const revision = meta?.[VERSION] ?? headers['mcp-protocol-version'];
  return typeof revision === 'string' && revision >= NEWEST;
}
