import type { Config } from '../config/config.ts';
import { StartError } from '../core/start-error.ts';
import { readOptions, UsageError } from './arguments.ts';
import { withInstance } from './instance.ts';

const DEFAULTS = { profiles: 1000, posts: 10_000, seed: 1, pictures: 40 };
const LIMITS = {
  profiles: { min: 10, max: 500_000 },
  posts: { min: 0, max: 5_000_000 },
  pictures: { min: 0, max: 500 },
  seed: { min: 0, max: 2 ** 31 - 1 },
} as const;

export const HELP = `Usage: npm run pronet -- seed [options]

Fills an instance with an invented network, around the members of the demo: for trying things out, never where people are.

  --profiles <number>  how many members are made (${LIMITS.profiles.min} to ${LIMITS.profiles.max}; ${DEFAULTS.profiles} unless given)
  --posts <number>     how many posts, about half of them comments (up to ${LIMITS.posts.max}; ${DEFAULTS.posts} unless given)
  --pictures <number>  of how many posts a picture is drawn, and of half as many members an avatar, about four files a
                       picture in all (up to ${LIMITS.pictures.max}; ${DEFAULTS.pictures} unless given)
  --seed <number>      another number makes another network, the same number the same (${DEFAULTS.seed} unless given)

It is written in one transaction: all of it is there in the end, or nothing. Instances that have members beside the demo's are
refused, and so are those whose HOST or BASE_URL is not a loopback address. Nobody can sign in as a new member, but their
accounts have keys like any other's:

  npm run pronet -- admin create-key --email <username>@seed.invalid`;

/** Makes a believable network by COPY. Progress goes to standard error, the result to standard output. */
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
  const begun = performance.now();
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
  console.log(`seconds: ${((performance.now() - begun) / 1000).toFixed(1)}`);
  return 0;
}

/** The tool and what it needs are in the repository and its development dependencies, not in the container image. */
async function loadGrow() {
  try {
    return (await import('../../tools/seed/grow.ts')).grow;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(
      'seed: works only in a checkout of the repository, after npm ci with development dependencies.',
    );
  }
}

/** Where others can call it there is never a demo, and seed makes one. */
function refusePublic({ loopback }: Config): void {
  if (loopback) return;
  throw new StartError(
    'seed: HOST or BASE_URL is not a loopback address, and the demo account that seed makes has a key that may do everything: seed an instance whose HOST and BASE_URL are loopback addresses, such as 127.0.0.1.',
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
