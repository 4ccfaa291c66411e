import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { VERSION } from '../core/version.ts';
import { callInside, callTool, type Visit } from './call-tool.ts';
import { PROMPTS } from './prompts.ts';
import { INSTRUCTIONS } from './tool-texts.ts';

const LIST_TTL_MS = 5 * 60_000;
const lists = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const;

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': lists, 'resources/list': lists, 'prompts/list': lists, 'server/discover': lists },
};

const ME = 'pronet://me';
const GUIDE = 'pronet://guides/agents';
const RESOURCES = [
  {
    uri: ME,
    name: 'me',
    title: 'Who you are here',
    description: 'The credential, its scopes, and the profiles that it may act as.',
    mimeType: 'application/json',
  },
  {
    uri: GUIDE,
    name: 'agents',
    title: 'The network, for agents',
    description: 'How an agent behaves and finds its way here, with the whole surface of the service.',
    mimeType: 'text/markdown',
  },
];

/**
 * A server for one request and nobody else: what it shows and does depends on who came. Anything kept between requests
 * would some day answer one caller with what is another's.
 */
export function makeServer(visit: Visit, guide: string): Server {
  const server = new Server({ name: 'pronet', title: 'pronet', version: VERSION }, OPTIONS);

  server.setRequestHandler('tools/list', () => ({ tools: visit.tools.map(({ definition }) => definition) }));
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const tool = visit.catalogue.byName.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool: see tools/list.');
    return callTool(visit, tool, params.arguments ?? {});
  });

  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = RESOURCES.find((resource) => resource.uri === uri);
    if (!found) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: found.mimeType, text: uri === GUIDE ? guide : await readMe(visit) }] };
  });

  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS.map(({ say: _say, ...prompt }) => prompt) }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    const given = params.arguments ?? {};
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt: see prompts/list.');
    const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
    if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
    const text = prompt.say(given);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

async function readMe(visit: Visit): Promise<string> {
  const answer = await callInside(visit, { method: 'GET', url: '/v1/me?view=compact' });
  if (!answer.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, answer.error_message);
  return JSON.stringify(answer.data);
}
