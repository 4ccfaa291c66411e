import { once } from 'node:events';
import { createServer } from 'node:http';
import { OAuth, Pronet } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PORT = '4001' } = process.env;

// The browser comes back here with a code, which only this program can use. The tokens stay in memory.
const redirectUri = `http://127.0.0.1:${PORT}/back`;
const oauth = new OAuth({ baseUrl, redirectUri, scopes: ['posts:write'], clientName: 'Example program' });
const server = createServer((_request, response) => response.end('You can close this page.'));
await once(server.listen(Number(PORT), '127.0.0.1'), 'listening');
console.log(`Open ${await oauth.authorizeUrl()}`);
while (!(await oauth.tokens())) {
  const [request] = await once(server, 'request');
  await oauth.finish(new URL(request.url, redirectUri));
}
server.close();

const pronet = new Pronet({ baseUrl, token: oauth });
const post = await pronet.posts.create({ body: 'Posted with OAuth' });
console.log(`Posted: ${post.url}`);
await oauth.revoke();
