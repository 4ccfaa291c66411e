// Replaces your bundler and file server: sends the files of this folder and the installed client.
// PRONET_URL=http://127.0.0.1:3000 node serve.mjs
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** @type {Record<string, string>} */
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript' };

/** @param {string} path */
function fileOf(path) {
  const [, name] = /^\/client\/([\w-]+\.js)$/.exec(path) ?? [];
  if (name) return new URL(name, import.meta.resolve('@pronet/client'));
  return ['/index.html', '/app.mjs', '/parts.mjs', '/style.css'].includes(path)
    ? new URL(`.${path}`, import.meta.url)
    : null;
}

const { PRONET_URL = 'http://127.0.0.1:3000', PORT = '4000' } = process.env;
const server = createServer(async ({ url = '/' }, response) => {
  const [pathname = '/'] = url.split('?');
  const file = fileOf(pathname === '/' ? '/index.html' : pathname);
  const text = file && (await readFile(file, 'utf8').catch(() => null));
  if (!file || text === null) return response.writeHead(404).end();
  const type = TYPES[file.pathname.split('.').pop() ?? ''];
  return response.writeHead(200, { 'content-type': type }).end(text.replace('{{PRONET_URL}}', PRONET_URL));
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});
