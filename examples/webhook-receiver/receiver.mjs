// Receives webhooks of pronet, with Node.js alone: WEBHOOK_SECRET=whsec_... node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret = '' } = process.env;
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
// With an empty key, everyone could sign.
if (key.length < 24) throw new TypeError('WEBHOOK_SECRET is empty or incomplete. It begins with whsec_.');
const done = new Set(); // Use your database: every event can arrive more than once.

function isGenuine({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => null);
  if (chunks === null) return; // The connection was lost. The server sends the event again.
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end();
  const id = request.headers['webhook-id'];
  if (!done.has(id)) console.log(id, JSON.parse(body).type);
  done.add(id);
  response.writeHead(204).end();
});
const port = Number(process.env.PORT ?? 8790);
server.on('error', ({ code }) => {
  console.error(`Cannot listen on port ${port}: ${code}. Set PORT to another one.`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log('listening', server.address().port));
