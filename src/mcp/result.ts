import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from './context.ts';

/**
 * A result: its data and its hints, which are always the last text, as JSON. The data is text, too, unless the address of the connection says that the program reads
 * `structuredContent`: no revision tells, and programs of each, such as the AI SDK 7, show a model only text.
 */
export function resultOf(
  { onlyStructured }: McpContext,
  structuredContent: Record<string, unknown>,
  hints: Record<string, unknown>,
): CallToolResult {
  const advice = JSON.stringify(hints);
  const texts = onlyStructured ? [advice] : [JSON.stringify(structuredContent), advice];
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent };
}

/** A refusal, as a text that the model reads. */
export function refusal(failure: object): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(failure) }] };
}
