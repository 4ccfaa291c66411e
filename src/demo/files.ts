import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DemoAccount = { email: string; password: string; profileId: string };

/** The demo's secrets, with mode 0600. The `curl` in the banner reads the key from its file instead of showing it. */
export const demoKeyPath = (dataDir: string) => join(dataDir, 'demo-key');
const accountPath = (dataDir: string) => join(dataDir, 'demo-account.json');

export async function writeDemoFiles(dataDir: string, account: DemoAccount, key: string): Promise<void> {
  await writeSecret(demoKeyPath(dataDir), `${key}\n`);
  await writeSecret(accountPath(dataDir), `${JSON.stringify(account, null, 2)}\n`);
}

/** undefined if there is no demo or its file was removed. */
export async function readDemoAccount(dataDir: string): Promise<DemoAccount | undefined> {
  try {
    return JSON.parse(await readFile(accountPath(dataDir), 'utf8')) as DemoAccount;
  } catch {
    return undefined;
  }
}

/** Writes a new file and renames it: writing to an existing file would keep its mode. */
async function writeSecret(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
