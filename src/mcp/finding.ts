import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LIMITS } from '../core/limits.ts';
import { matching } from '../http/find-operations.ts';
import { isWithinPermissions } from '../http/may-call.ts';
import type { RouteEntry } from '../http/route-contract.ts';
import type { Tool } from './catalogue.ts';
import type { McpContext } from './context.ts';
import { type ListedTool, listed } from './listing.ts';
import type { Message } from './messages.ts';
import { resultOf } from './result.ts';
import { scopeOf } from './scopes.ts';
import { CALL, FIND } from './toolsets.ts';

/** So many with their arguments; of so many others the name and what they do. */
const MOST_WHOLE = 3;
const MOST_NAMED = 7;
/** Every tool has them, and the instructions explain them. */
const COMMON = new Set(['as_profile_id', 'idempotency_key', 'dry_run', 'view']);

const { max_length: maxLength } = LIMITS.search_text;
const text = (description: string, rest: object = {}) => ({ type: 'string', description, ...rest });

export const OPENERS: readonly ListedTool[] = [
  {
    name: FIND,
    title: 'Find more tools',
    description: `Find tools that are not listed: to edit posts, follow, bookmark, block, report and more. Returns the ${MOST_WHOLE} best with their arguments, and names more; call one with ${CALL}.`,
    inputSchema: {
      type: 'object',
      properties: { words: text('What you want to do, such as "list my drafts".', { maxLength }) },
      required: ['words'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { tools: { type: 'array' }, more: {}, only_in_console: {} },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  },
  {
    name: CALL,
    title: 'Call a tool that was found',
    description: `Call a tool that ${FIND} or next_actions named.`,
    inputSchema: {
      type: 'object',
      properties: {
        tool: text('Its name.'),
        arguments: { type: 'object', description: 'Its arguments, with as_profile_id, idempotency_key and dry_run.' },
      },
      required: ['tool'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
];

const Call = z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });
const Find = z.strictObject({ words: z.string().max(maxLength) });

/** The tool that a message calls, also through `tools_call`; null if it calls none. */
export function calledTool({ method, params }: Message): string | null {
  if (method !== 'tools/call') return null;
  const name = params?.name === CALL ? (params.arguments as { tool?: unknown } | undefined)?.tool : params?.name;
  return typeof name === 'string' ? name : null;
}

/** The call inside of `tools_call`; a sentence if there is none. */
export function readCall(values: unknown): z.output<typeof Call> | string {
  const read = Call.safeParse(values);
  if (read.success) return read.data;
  return 'Pass tool, the name of a tool, and arguments, an object, which has all of its arguments: also as_profile_id, idempotency_key, dry_run and view.';
}

/** The tools that fit the words, best first, and what only a person can do; a sentence if there are no words. */
export function findTools(context: McpContext, values: unknown): CallToolResult | string {
  const read = Find.safeParse(values);
  if (!read.success) return 'Pass words: what you want to do.';
  const found = matching(context.request.server.routes, read.data.words);
  const usable = found.flatMap((route) => usableTool(context, route) ?? []);
  const tools = usable.slice(0, MOST_WHOLE).map((tool) => shortened(tool, context));
  const more = usable
    .slice(MOST_WHOLE, MOST_WHOLE + MOST_NAMED)
    .map(({ definition: { name, title } }) => ({ name, title }));
  // Only what fits better than the first tool.
  const first = found.findIndex((route) => usableTool(context, route) !== undefined);
  const only_in_console = found
    .slice(0, first === -1 ? MOST_WHOLE : first)
    .filter((route) => isForPeople(context, route))
    .map(({ summary }) => summary);
  const asks = context.request.ctx.principal!.type === 'oauth' && tools.some((tool) => 'missing_scope' in tool);
  const words = isRuledOut(context, found[0]) ? RULED_OUT : hintFor(tools.length, only_in_console.length);
  const hint = asks ? `${words} Calling one with missing_scope asks the person for it.` : words;
  return resultOf(context, { tools, more, only_in_console }, { hint });
}

const RULED_OUT =
  'The permissions of this credential do not allow what fits the words best: ask the person, or go on without it.';

function hintFor(tools: number, forPeople: number): string {
  const ask = 'No tool does what only_in_console lists: ask the person to do it in the console.';
  const call = `Call one with ${CALL}: its name as tool, its arguments as arguments.`;
  if (tools > 0) return forPeople > 0 ? `${ask} For the others: ${call}` : call;
  return forPeople > 0
    ? ask
    : 'No tool has these words. Try others, such as the name of a thing: draft, bookmark, block.';
}

function usableTool({ catalogue, request }: McpContext, { contract }: RouteEntry): Tool | undefined {
  const principal = request.ctx.principal!;
  const tool = catalogue.named(contract.operation);
  const isUsable = tool && scopeOf(tool, principal.type) !== undefined && isWithinPermissions(contract, principal);
  return isUsable ? tool : undefined;
}

/** Whether the permissions of the credential forbid it, whatever its scopes. */
function isRuledOut({ catalogue, request }: McpContext, route: RouteEntry | undefined): boolean {
  const principal = request.ctx.principal!;
  const tool = route && catalogue.named(route.contract.operation);
  return !!tool && scopeOf(tool, principal.type) !== undefined && !isWithinPermissions(tool.route.contract, principal);
}

/** Whether no credential of this kind can do it, whatever its scopes and permissions. */
function isForPeople({ catalogue, request }: McpContext, { contract }: RouteEntry): boolean {
  const tool = catalogue.named(contract.operation);
  return contract.toolset !== undefined && (!tool || scopeOf(tool, request.ctx.principal!.type) === undefined);
}

/** A tool as a model needs it to call it, without the arguments of every tool. */
function shortened(tool: Tool, context: McpContext) {
  const { name, description, inputSchema } = listed(tool, context);
  const fields = Object.entries(inputSchema['properties'] as object).filter(([field]) => !COMMON.has(field));
  const principal = context.request.ctx.principal!;
  return {
    name,
    description,
    arguments: Object.fromEntries(fields),
    required: inputSchema['required'] ?? [],
    ...(context.mayCall(tool) ? {} : { missing_scope: scopeOf(tool, principal.type) }),
  };
}
