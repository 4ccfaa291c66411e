import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from './context.ts';

/** Older revisions have `structuredContent`, too, but some of their clients show a model only text. */
const FIRST_STRUCTURED = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SEE = 'The result is in structuredContent.';

/** Whether the client reads `structuredContent`. Revisions are dates; a request without one is of an older client. */
function readsStructured({ request: { headers, body } }: McpContext): boolean {
  const meta = (body as { params?: { _meta?: Record<string, unknown> } } | null)?.params?._meta;
  const revision = meta?.[VERSION] ?? headers['mcp-protocol-version'];
  return typeof revision === 'string' && revision >= FIRST_STRUCTURED;
}

/** A result: the data once, and its hints as text. Clients of older revisions get the data as text, too. */
export function resultOf(
  context: McpContext,
  structuredContent: Record<string, unknown>,
  hints: Record<string, unknown>,
): CallToolResult {
  const hasHints = Object.keys(hints).length > 0;
  const texts = readsStructured(context)
    ? [hasHints ? JSON.stringify(hints) : SEE]
    : [JSON.stringify(structuredContent), ...(hasHints ? [JSON.stringify(hints)] : [])];
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent };
}
