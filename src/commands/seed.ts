import type { Config } from '../config/config.ts';
import { StartError } from '../core/start-error.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

const DEFAULTS = { profiles: 1000, posts: 10_000, seed: 1, pictures: 40 };
const LIMITS = {
  profiles: { min: 10, max: 1_000_000 },
  posts: { min: 0, max: 10_000_000 },
  pictures: { min: 0, max: 500 },
  seed: { min: 0, max: 2 ** 31 - 1 },
} as const;

export const HELP = `Usage: npm run pronet -- seed [options]

Fills an instance with generated members, posts and relations in addition to the demo. Use it for tests and trials only.

  --profiles <number>  number of members (${LIMITS.profiles.min} to ${LIMITS.profiles.max}, default ${DEFAULTS.profiles})
  --posts <number>     number of posts, about half of them comments (up to ${LIMITS.posts.max}, default ${DEFAULTS.posts})
  --pictures <number>  number of posts with a picture; half as many members get an avatar, and each picture takes
                       about four files in all (up to ${LIMITS.pictures.max}, default ${DEFAULTS.pictures})
  --seed <number>      seed of the random generator: the same number gives the same network (default ${DEFAULTS.seed})

Everything is written in one transaction. The command refuses to run on an instance that has members other than those of
the demo, or whose HOST or BASE_URL is not a loopback address. You can't sign in as a generated member, but you can create
an API key for its account:

  npm run pronet -- admin create-key --email <username>@seed.invalid`;

/** Generates a realistic network with COPY. Progress goes to standard error, the result to standard output. */
export async function run(args: string[]): Promise<number> {
  const values = readOptions('seed', args, {
    profiles: { type: 'string' },
    posts: { type: 'string' },
    seed: { type: 'string' },
    pictures: { type: 'string' },
  });
  const options = {
    profiles: wholeNumber('profiles', values.profiles),
    posts: wholeNumber('posts', values.posts),
    seed: wholeNumber('seed', values.seed),
    pictures: wholeNumber('pictures', values.pictures),
  };
  const grow = await loadGrow();
  const startedAt = performance.now();
  const counts = new Map<string, number>();
  await withInstance(
    (deps) =>
      grow(deps, options, ({ what, rows, seconds }) => {
        counts.set(what, rows);
        process.stderr.write(`${what}${rows > 0 ? `: ${rows} rows` : ''} in ${seconds.toFixed(1)} s\n`);
      }),
    refusePublic,
  );
  for (const table of ['accounts', 'profiles', 'posts', 'reactions', 'follows', 'contacts']) {
    console.log(`${table}: ${counts.get(table)}`);
  }
  console.log(`seconds: ${((performance.now() - startedAt) / 1000).toFixed(1)}`);
  return 0;
}

/** The tool and its dependencies are part of the repository, but not of the container image. */
async function loadGrow() {
  try {
    return (await import('../../tools/seed/grow.ts')).grow;
  } catch (error) {
    // A missing file is ENOENT: `main.js` resolves these imports without looking for their files.
    if (!['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new StartError('seed: needs a checkout of the repository and its development dependencies (npm ci).');
  }
}

/** Seeding creates the demo account, which must never exist on an instance that others can reach. */
function refusePublic({ loopback }: Config): void {
  if (loopback) return;
  throw new StartError(
    'seed: HOST or BASE_URL is not a loopback address such as 127.0.0.1. Seeding creates a demo account with a key for all scopes, so it is refused on an instance that others can reach.',
  );
}

function wholeNumber(name: keyof typeof DEFAULTS, text: string | undefined): number {
  if (text === undefined) return DEFAULTS[name];
  const { min, max } = LIMITS[name];
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new UsageError(`seed: --${name}: must be a whole number from ${min} to ${max}.`);
  return number;
}
