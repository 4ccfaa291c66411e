import type { Config } from '../config/config.ts';
import { type DemoAccount, demoKeyPath, readDemoAccount } from '../demo/files.ts';

type Where = Pick<Config, 'baseUrl' | 'authUrl' | 'dataDir'>;

/**
 * Tells a person at the terminal where everything is. For machines there is the log line `ready`; where the output
 * is a service's log (no terminal, no demo) nothing is printed, so that every line of it is JSON.
 */
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
