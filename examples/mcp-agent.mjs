// An agent that a person signs in to, with the official SDK: npm install @modelcontextprotocol/sdk && node mcp-agent.mjs
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { API = 'http://127.0.0.1:3000', PORT = '4002', STORE = 'mcp-agent.json' } = process.env;
const redirectUrl = `http://127.0.0.1:${PORT}/back`;

// The registration and the tokens, for the next start: anyone who has this file can act as the person allowed.
const stored = JSON.parse(await readFile(STORE, 'utf8').catch(() => '{}'));
const store = (values) => writeFile(STORE, JSON.stringify(Object.assign(stored, values)), { mode: 0o600 });

const authProvider = {
  redirectUrl,
  clientMetadata: { client_name: 'My agent', redirect_uris: [redirectUrl] },
  clientInformation: () => stored.client,
  saveClientInformation: (client) => store({ client }),
  tokens: () => stored.tokens,
  saveTokens: (tokens) => store({ tokens }),
  codeVerifier: () => stored.verifier,
  saveCodeVerifier: (verifier) => store({ verifier }),
  state: () => (stored.state = randomUUID()),
  redirectToAuthorization: (url) => console.log(`Open ${url}`),
  // The person revoked the access, or the registration expired: begin again.
  invalidateCredentials: (what) => store({ tokens: undefined, ...(what === 'all' && { client: undefined }) }),
};

/** The code with which the browser comes back, once the person has decided. */
async function codeFromBrowser() {
  const server = createServer((_request, response) => response.end('You can close this page.'));
  await once(server.listen(Number(PORT), '127.0.0.1'), 'listening');
  try {
    for (;;) {
      const [request] = await once(server, 'request');
      const back = new URL(request.url, redirectUrl).searchParams;
      if (back.get('state') !== stored.state) continue;
      if (back.has('error')) throw new Error(`The person did not allow it: ${back.get('error')}`);
      return back.get('code');
    }
  } finally {
    server.close();
  }
}

/**
 * Runs `task` with a connection. If the person has to sign in, or to allow more, it waits for them and begins again: once
 * for each, because a person who cleared a scope on the page has decided.
 */
async function connected(task) {
  for (let asked = 0; ; asked++) {
    const transport = new StreamableHTTPClientTransport(new URL(`${API}/mcp`), { authProvider });
    const client = new Client({ name: 'my-agent', version: '1.0.0' });
    try {
      await client.connect(transport);
      return await task(client);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      if (asked === 2) throw new Error('The person did not allow all that this program needs.');
      await transport.finishAuth(await codeFromBrowser());
    } finally {
      await client.close();
    }
  }
}

await connected(async (client) => {
  const call = async (name, args = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
    if (isError) throw new Error(content[0].text);
    // The last text is advice of the service: a hint, and the next calls with their arguments.
    return { data: structuredContent, advice: JSON.parse(content.at(-1).text) };
  };
  const { data: me } = await call('me_get');
  const { id, username } = me.profiles[0].profile;
  const { advice } = await call('home_get', { as_profile_id: id });
  console.log(`@${username}: ${advice.hint}`);
  for (const { tool, why } of advice.next_actions ?? []) console.log(`Next: ${why} (${tool})`);
  // The person may have cleared it on the page. Then do without, and do not ask again.
  if (!stored.tokens.scope.split(' ').includes('posts:write')) {
    console.log('No draft: the person did not allow posts:write.');
    return;
  }
  // The same key each time: a second start makes no second draft.
  const draft = { body: 'Written by an agent, to be read by a person', status: 'draft', ai_disclosure: 'generated' };
  const { data: post } = await call('posts_create', { ...draft, as_profile_id: id, idempotency_key: 'first-draft' });
  console.log(`Draft: ${post.url}`);
});
