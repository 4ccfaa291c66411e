import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CreateProfile, EditProfile } from '../../src/areas/profiles/schemas.ts';
import { findLocation } from '../../src/areas/taxonomies/location.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { prose } from '../../src/core/text.ts';
import { isReserved, usernameKey, usernameSchema } from '../../src/core/username.ts';
import { copyLine } from '../../tools/seed/copy.ts';
import { selfDescription } from '../../tools/seed/members.ts';
import type { SeedPictures } from '../../tools/seed/pictures.ts';
import { PLACES_OF } from '../../tools/seed/places.ts';
import { memberTables, relationTables } from '../../tools/seed/rows-members.ts';
import { postTables } from '../../tools/seed/rows-posts.ts';
import { iso } from '../../tools/seed/timeline.ts';
import { makeWorld, type WorldOptions } from '../../tools/seed/world.ts';

const NOW = Date.UTC(2026, 4, 20, 15);
const START = {
  members: [
    { id: 'm1', actorId: 'a1', type: 'human', name: 'Mara Lindqvist', createdAt: NOW - 6 * 86_400_000 },
    { id: 'm2', actorId: 'a2', type: 'company', name: 'Nordbau', createdAt: NOW - 6 * 86_400_000 },
  ],
  posts: [{ id: 'p1', author: 0, publishedAt: NOW - 5 * 86_400_000, language: 0 }],
} as const;

/** Keys like those of the store. */
const PICTURES: SeedPictures = {
  avatars: new Map([[3, { light: 'l.webp', dark: null }]]),
  posts: new Map([[5, { blob_key: 'b.webp', width: 3, height: 2, altText: 'Hills' }]]),
  files: ['l.webp', 'b.webp'],
};

const world = (options: Partial<WorldOptions> = {}) =>
  makeWorld({ seed: 7, profiles: 1000, posts: 6000, now: NOW, start: START, ...options });
const rowsOf = (made: ReturnType<typeof world>) =>
  [...memberTables(made, 'hash', PICTURES), ...postTables(made, PICTURES), ...relationTables(made)].map(
    ({ target, rows }) => ({
      table: target.slice(0, target.indexOf(' ')),
      columns: target.slice(target.indexOf('(') + 1, -1).split(/,\s*/),
      rows: [...rows()],
    }),
  );

function digest(options: Partial<WorldOptions>): string {
  const hash = createHash('sha256');
  for (const { rows } of rowsOf(world({ profiles: 200, posts: 1000, ...options })))
    for (const row of rows) hash.update(copyLine(row));
  return hash.digest('hex');
}

const made = world();
const tables = new Map(rowsOf(made).map((table) => [table.table, table]));

/** The values of one column. */
function column(table: string, name: string): unknown[] {
  const { columns, rows } = tables.get(table)!;
  return rows.map((row) => row[columns.indexOf(name)]);
}

describe('a world', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(digest({})).toBe(digest({}));
    expect(digest({ seed: 8 })).not.toBe(digest({}));
  });

  it('has the requested number of everything', () => {
    expect(tables.get('profiles')!.rows).toHaveLength(1000);
    expect(tables.get('posts')!.rows).toHaveLength(6000);
    for (const { table, columns, rows } of tables.values()) {
      expect(rows.length, table).toBeGreaterThan(0);
      expect(
        rows.every((row) => row.length === columns.length),
        table,
      ).toBe(true);
    }
  });

  it('has members of all kinds, whose names and texts follow the rules of the API', () => {
    expect(new Set(column('profiles', 'type'))).toEqual(new Set(['human', 'company', 'ai_agent']));
    const usernames = column('profiles', 'username') as string[];
    expect(new Set(usernames.map(usernameKey)).size).toBe(usernames.length);
    for (const [index, { name, callName, type, made: isNew }] of made.members.entries()) {
      if (!isNew) continue;
      expect(isReserved(isNew.username)).toBe(false);
      const { occupation, bio } = selfDescription(7, made.members[index]!, index);
      expect(CreateProfile.parse({ type, username: isNew.username, name, call_name: callName })).toMatchObject({
        name,
      });
      expect(EditProfile.parse({ occupation, bio: bio ?? '' })).toMatchObject({ occupation, bio: bio ?? '' });
    }
    expect(usernames.every((name) => usernameSchema().safeParse(name).success)).toBe(true);
    const perAccount = made.accounts.map(({ profiles }) => profiles);
    expect(Math.max(...perAccount)).toBeLessThanOrEqual(LIMITS.account.max_profiles);
  });

  // As in a network that grew: a page of the sitemap then reads neighboring rows.
  it('writes profiles and posts in the order of their ids', () => {
    for (const table of ['profiles', 'posts']) expect(column(table, 'id')).toEqual(column(table, 'id').sort());
  });

  it('writes timestamps in the usual format', () => {
    for (let time = NOW - 730 * 86_400_000; time < NOW; time += 86_399_077) {
      expect(iso(time)).toBe(new Date(time).toISOString());
    }
  });

  it('places its members in places of the taxonomies, with their listed names', async () => {
    const elsewhere = { country_code: 'DE', state_code: 'BY', city_name: 'Hamburg' };
    await expect(findLocation(elsewhere)).rejects.toThrow();
    for (const place of Object.values(PLACES_OF).flat()) {
      const location = { country_code: place.countryCode, state_code: place.stateCode, city_name: place.cityName };
      expect(await findLocation(location)).toEqual(location);
    }
  });

  it('has posts in seven languages, from one line to 3,000 characters, within the rules of the API', () => {
    const bodies = column('posts', 'body') as string[];
    const body = prose(LIMITS.post_body.max_length, { min: 1 });
    for (const text of bodies) expect(body.parse(text)).toBe(text);
    expect(bodies.filter((text) => /\{\w+\}|undefined/.test(text))).toEqual([]);
    const lengths = bodies.map((text) => [...text].length).sort((a, b) => a - b);
    expect(lengths[0]).toBeLessThan(20);
    expect(lengths.at(-1)).toBeGreaterThan(2500);
    for (const script of [/\p{Script=Arabic}{3}/u, /\p{Script=Hiragana}{2}/u, /ß/, /ção/, /ción/, /œ|être|à la/]) {
      expect(
        bodies.some((text) => script.test(text)),
        String(script),
      ).toBe(true);
    }
    // Few posts repeat another; comments may ("Congratulations to all of you!").
    const posts = bodies.filter((_, index) => tables.get('posts')!.rows[index]![2] === 'post');
    expect(new Set(posts).size).toBeGreaterThan(posts.length * 0.9);
  });

  it('has nobody write, follow or react before the other one exists', () => {
    const joined = new Map(made.members.map(({ id, createdAt }) => [id, createdAt]));
    const published = new Map(
      Array.from({ length: made.posts.count }, (_, i) => [made.posts.id(i), made.posts.times[i]!]),
    );
    const { columns, rows } = tables.get('posts')!;
    const at = (row: readonly unknown[], name: string) => row[columns.indexOf(name)] as string | null;
    const tooEarly: string[] = [];
    const order = (what: string, ...times: number[]) => {
      if (times.some((time, index) => index > 0 && !(times[index - 1]! <= time))) tooEarly.push(`${what} ${times}`);
    };
    for (const row of rows) {
      const time = Date.parse(at(row, 'created_at')!);
      order('post', joined.get(at(row, 'profile_id')!)!, time, NOW - 1);
      const answered = at(row, 'reply_to_post_id') ?? at(row, 'quoted_post_id');
      if (answered !== null) order('answer', published.get(answered)!, time);
    }
    for (const { post, member, at: time } of made.reactions()) {
      order('reaction', Math.max(made.posts.times[post]!, made.members[member]!.createdAt), time, NOW);
    }
    for (const { follower, followed, at: time } of made.follows()) {
      order('follow', Math.max(made.members[follower]!.createdAt, made.members[followed]!.createdAt), time, NOW);
    }
    for (const { one, other, at: time } of made.contacts()) {
      order('contact', Math.max(made.members[one]!.createdAt, made.members[other]!.createdAt), time, NOW);
    }
    expect(tooEarly.slice(0, 3)).toEqual([]);
    expect(NOW - made.posts.times[made.posts.count - 1]!).toBeLessThan(86_400_000);
  });

  it.each([
    ['followers', () => column('follows', 'followed_profile_id')],
    ['follows of one', () => column('follows', 'follower_profile_id')],
    ['reactions', () => column('reactions', 'post_id')],
    ['posts of one', () => column('posts', 'profile_id')],
  ])('gives most %s to a few, and some to many', (_name, ids) => {
    const counts = new Map<unknown, number>();
    for (const id of ids()) counts.set(id, (counts.get(id) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const total = sorted.reduce((sum, n) => sum + n, 0);
    const topTenth = sorted.slice(0, Math.ceil(sorted.length / 10)).reduce((sum, n) => sum + n, 0);
    expect(topTenth / total).toBeGreaterThan(0.3);
    expect(sorted[0]!).toBeGreaterThan(sorted[sorted.length >> 1]! * 8);
  });

  it('has conversations of some depth, across authors and within a language', () => {
    const depths = Array.from({ length: made.posts.count }, (_, index) => made.posts.ancestors(index).length);
    expect(Math.max(...depths)).toBeGreaterThan(3);
    expect(Math.max(...depths)).toBeLessThan(LIMITS.post.max_depth);
    const answers = depths.flatMap((depth, index) => (depth > 0 ? [index] : []));
    const { languages, parents, authors } = made.posts;
    expect(answers.filter((index) => languages[index] !== languages[parents[index]!])).toEqual([]);
    expect(answers.filter((index) => authors[index] !== authors[parents[index]!]).length).toBeGreaterThan(
      answers.length * 0.8,
    );
  });

  it('leaves existing data unchanged, and lets the new members interact with it', () => {
    expect(column('profiles', 'id')).not.toContain('m1');
    expect(column('posts', 'id')).not.toContain('p1');
    expect(column('posts', 'profile_id')).not.toContain('m1');
    expect(column('posts', 'reply_to_post_id')).toContain('p1');
    expect(column('reactions', 'post_id')).toContain('p1');
    expect(column('reactions', 'profile_id')).not.toContain('m1');
    expect(column('follows', 'followed_profile_id')).toContain('m1');
    expect(column('follows', 'follower_profile_id')).not.toContain('m1');
  });

  it('never writes for existing members, however long others talk below their posts', () => {
    const members = START.members.map((member) => ({ ...member, createdAt: NOW - 700 * 86_400_000 }));
    const posts = Array.from({ length: 300 }, (_, n) => {
      return { id: `p${n}`, author: n % 2, publishedAt: NOW - (600 - 2 * n) * 86_400_000, language: 0 };
    });
    const { posts: plan } = world({ profiles: 300, posts: 20_000, start: { members, posts } });
    const fresh = Array.from({ length: plan.count }, (_, index) => index).filter((index) => !plan.start.has(index));
    expect(fresh.filter((index) => plan.authors[index]! < members.length)).toEqual([]);
    const below = fresh.filter((index) => plan.start.has(plan.roots[index]!) && plan.ancestors(index).length > 1);
    expect(below.length).toBeGreaterThan(100);
  });
});
