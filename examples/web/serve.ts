import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';

/** `npx node examples/web/serve.ts` replaces a bundler and a file server: it strips types and resolves the package. */
const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript' };

function fileOf(path: string): URL | null {
  const [, name] = /^\/client\/([\w-]+\.js)$/.exec(path) ?? [];
  if (name) return new URL(name, import.meta.resolve('@pronet/client'));
  return ['/index.html', '/app.ts', '/style.css'].includes(path) ? new URL(`.${path}`, import.meta.url) : null;
}

export function makeSite(pronetUrl: string): Server {
  return createServer(async ({ url = '/' }, response) => {
    const [pathname = '/'] = url.split('?');
    const file = fileOf(pathname === '/' ? '/index.html' : pathname);
    const text = file && (await readFile(file, 'utf8').catch(() => null));
    if (text === null) return response.writeHead(404).end();
    const extension = file!.pathname.split('.').pop()!;
    const body = extension === 'ts' ? stripTypeScriptTypes(text) : text.replace('{{PRONET_URL}}', pronetUrl);
    return response.writeHead(200, { 'content-type': TYPES[extension] ?? TYPES['js'] }).end(body);
  });
}

if (import.meta.main) {
  const { PRONET_URL = 'http://127.0.0.1:3000', PORT = '4000' } = process.env;
  makeSite(PRONET_URL).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
}
