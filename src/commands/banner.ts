import type { FastifyInstance } from 'fastify';
import { type DemoAccount, demoKeyPath, readDemoAccount } from '../demo/files.ts';

/**
 * Tells a person at the terminal where everything is. For machines there is the log line `ready`; where the output
 * is a service's log (no terminal, no demo) nothing is printed, so that every line of it is JSON.
 */
export async function banner(app: FastifyInstance): Promise<void> {
  const demo = await readDemoAccount(app.deps.config.dataDir);
  if (!process.stdout.isTTY && !(demo && app.deps.config.loopback)) return;
  process.stdout.write(`\n${bannerText(app, demo)}\n\n`);
}

function bannerText(app: FastifyInstance, demo: DemoAccount | undefined): string {
  const { baseUrl, authUrl, dataDir } = app.deps.config;
  const rows: [string, string][] = [['API', baseUrl]];
  if (app.hasRoute({ method: 'GET', url: '/docs' })) rows.push(['Docs', `${baseUrl}/docs`]);
  if (app.hasRoute({ method: 'GET', url: '/openapi.json' })) rows.push(['OpenAPI', `${baseUrl}/openapi.json`]);
  if (app.hasRoute({ method: 'GET', url: '/console' })) rows.push(['Console', `${authUrl}/console`]);
  if (demo && app.deps.config.loopback) rows.push(['Demo account', `${demo.email}  password ${demo.password}`]);
  const lines = ['pronet is ready.', '', ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`)];
  if (demo && app.deps.config.loopback) {
    lines.push(
      '',
      'A first post, as the demo account (paste it into another terminal):',
      '',
      firstPost(baseUrl, dataDir, demo),
    );
  }
  return [...lines, '', 'Ctrl-C stops it.'].join('\n');
}

function firstPost(baseUrl: string, dataDir: string, demo: DemoAccount): string {
  return [
    `  curl -s ${baseUrl}/v1/posts \\`,
    `    -H "Authorization: Bearer $(cat ${quoted(demoKeyPath(dataDir))})" \\`,
    `    -H 'X-Profile-Id: ${demo.profileId}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"body":"Hello, network!"}'`,
  ].join('\n');
}

/** For a shell, inside double quotes and `$( )`. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
