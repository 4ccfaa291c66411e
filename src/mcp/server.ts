import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Text } from '../core/operation-text.ts';
import { VERSION } from '../core/version.ts';
import { errorBody } from '../http/envelope.ts';
import { nearOperations } from '../http/mistakes.ts';
import { callOperation, callTool } from './call-tool.ts';
import { toolName } from './catalogue.ts';
import type { McpContext } from './context.ts';
import { findTools, OPENERS, readCall } from './finding.ts';
import { failureForModel } from './hints.ts';
import { instructionsFor } from './instructions.ts';
import { listing } from './listing.ts';
import { promptsFor } from './prompts.ts';
import { refusal } from './result.ts';
import { linesForModel, textForModel } from './terms.ts';
import { CALL, FIND } from './toolsets.ts';

const LIST_TTL_MS = 5 * 60_000;
const lists = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  // The server for the 2025 revisions also offers the newest one to a client that names no supported revision.
  supportedProtocolVersions: ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS],
  cacheHints: { 'tools/list': lists, 'resources/list': lists, 'prompts/list': lists, 'server/discover': lists },
};

const ME = 'pronet://me';
const GUIDE = 'pronet://guides/agents';
const RESOURCES = [
  {
    uri: ME,
    name: 'me',
    title: 'Who you are here',
    description: 'The credential, its scopes, and the profiles it may act as.',
    mimeType: 'application/json',
  },
  {
    uri: GUIDE,
    name: 'agents',
    title: 'How to behave in this network',
    description:
      'What an agent should know before it acts: profiles, approvals, safe retries, text written by members.',
    mimeType: 'text/markdown',
  },
];

/** A server for one request: shared state could give one caller the data of another. */
export function makeServer(context: McpContext, guide: readonly Text[]): Server {
  const options = context.introduces ? { ...OPTIONS, instructions: instructionsFor(context) } : OPTIONS;
  const server = new Server({ name: 'pronet', title: 'pronet', version: VERSION }, options);

  server.setRequestHandler('tools/list', () => ({ tools: [...listing(context), ...OPENERS] }));
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    if (params.name === FIND) return orMistake(context, findTools(context, params.arguments));
    if (params.name === CALL) return callInside(context, params.arguments);
    const tool = context.catalogue.named(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(context, params.name));
    return callTool(context, tool, params.arguments ?? {});
  });

  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = RESOURCES.find((resource) => resource.uri === uri);
    if (!found) throw new ResourceNotFoundError(uri);
    return {
      contents: [
        { uri, mimeType: found.mimeType, text: uri === GUIDE ? linesForModel(guide, context) : await readMe(context) },
      ],
    };
  });

  server.setRequestHandler('prompts/list', () => ({
    prompts: promptsFor(context).map(({ say: _say, ...prompt }) => prompt),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = promptsFor(context).find(({ name }) => name === params.name);
    const given = params.arguments ?? {};
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt: see prompts/list.');
    const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
    if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
    const text = textForModel(prompt.say(given), context);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

/** A call through `tools_call`. The model chose the tool, so a mistake is a result that it reads. */
async function callInside(context: McpContext, values: unknown): Promise<CallToolResult> {
  const call = readCall(values);
  if (typeof call === 'string') return orMistake(context, call);
  const tool = context.catalogue.named(call.tool);
  return tool ? callTool(context, tool, call.arguments) : orMistake(context, unknownTool(context, call.tool));
}

/** A result, or how to correct the arguments of one of the two tools that open the others. */
function orMistake(context: McpContext, read: CallToolResult | string): CallToolResult {
  if (typeof read !== 'string') return read;
  const { error_code, error_message } = errorBody('invalid_request');
  const failure = { error_code, error_message, agent: {}, hints: { hint: read } };
  return refusal(failureForModel(failure, context, context.request.ctx.principal!.type));
}

function unknownTool({ catalogue, request }: McpContext, name: string): string {
  const { did_you_mean = [] } = nearOperations(request.server.routes, name);
  const near = did_you_mean.map(toolName).filter((one) => catalogue.byName.has(one));
  return `Unknown tool: see tools/list, or search with ${FIND}.${near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`}`;
}

async function readMe(context: McpContext): Promise<string> {
  const answer = await callOperation(context, { method: 'GET', url: '/v1/me?view=compact' });
  if (!answer.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, answer.error_message);
  return JSON.stringify(answer.data);
}
