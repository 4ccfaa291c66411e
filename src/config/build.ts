import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Which code runs: null where neither git nor the image knows it. */
export type Build = { commit: string | null; committedAt: string | null };

export const UNKNOWN_BUILD: Build = { commit: null, committedAt: null };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The image has it instead of the repository. */
const FILE = `${ROOT}build.json`;
const GIT_MS = 2000;

let known: Build | undefined;

/** As it is at the first call: the repository may change while the server runs. */
export function readBuild(): Build {
  known ??= fromFile() ?? fromGit();
  return known;
}

function fromFile(): Build | undefined {
  if (!existsSync(FILE)) return undefined;
  const { commit, committed_at } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string | undefined>;
  return { commit: commit || null, committedAt: isoTime(committed_at) };
}

function fromGit(): Build {
  if (!existsSync(`${ROOT}.git`)) return UNKNOWN_BUILD;
  try {
    const args = ['log', '-1', '--format=%H %cI'];
    const text = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: GIT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [commit, date] = text.trim().split(' ');
    return { commit: commit || null, committedAt: isoTime(date) };
  } catch {
    return UNKNOWN_BUILD;
  }
}

const isoTime = (text: string | undefined): string | null => {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};
