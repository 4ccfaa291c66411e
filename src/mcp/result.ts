import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from './context.ts';
import { speaksNewest } from './revision.ts';

const SEE = 'The result is in structuredContent.';

/**
 * A result: the data once, and its hints as text. Older revisions have `structuredContent`, too, but some of their clients
 * show a model only text: they get the data as text as well.
 */
export function resultOf(
  context: McpContext,
  structuredContent: Record<string, unknown>,
  hints: Record<string, unknown>,
): CallToolResult {
  const hasHints = Object.keys(hints).length > 0;
  const texts = speaksNewest(context.request)
    ? [hasHints ? JSON.stringify(hints) : SEE]
    : [JSON.stringify(structuredContent), ...(hasHints ? [JSON.stringify(hints)] : [])];
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent };
}
