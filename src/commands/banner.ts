import type { Config } from '../config/config.ts';
import { type DemoAccount, demoKeyPath, readDemoAccount } from '../demo/files.ts';

type Where = Pick<Config, 'baseUrl' | 'authUrl' | 'dataDir'>;

/** Prints the addresses for people. Only on a terminal or with a demo account, so that a service's log is JSON only. */
export async function banner(config: Config): Promise<void> {
  const demo = config.loopback ? await readDemoAccount(config.dataDir) : undefined;
  if (!process.stdout.isTTY && !demo) return;
  process.stdout.write(`\n${bannerText(config, demo)}\n\n`);
}

export function bannerText({ baseUrl, authUrl, dataDir }: Where, demo: DemoAccount | undefined): string {
  const rows: [string, string][] = [
    ['API', baseUrl],
    ['Docs', `${baseUrl}/docs`],
    ['OpenAPI', `${baseUrl}/openapi.json`],
    ['Console', `${authUrl}/console`],
  ];
  if (demo) rows.push(['Demo account', `${demo.email}  password ${demo.password}`]);
  const lines = ['pronet is ready.', '', ...rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`)];
  if (demo) {
    lines.push(
      '',
      'To publish a first post with the demo account, paste this into another terminal:',
      '',
      firstPost(baseUrl, dataDir, demo),
    );
  }
  return [...lines, '', 'Press Ctrl-C to stop the server.'].join('\n');
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

/** Quotes a path for a shell, inside double quotes and `$( )`. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
