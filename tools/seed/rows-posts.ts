import type { AiDisclosure, PostKind, Visibility } from '../../src/core/enums.ts';
import type { EventData } from '../../src/core/event-catalogue.ts';
import { LIMITS } from '../../src/core/limits.ts';
import type { CopyValue } from './copy.ts';
import { voiceOf } from './members.ts';
import type { SeedPictures } from './pictures.ts';
import { idAt, stream } from './random.ts';
import { newMembers, shardFor, type TableRows } from './rows-members.ts';
import { commentBody, postBody, quoteBody } from './texts.ts';
import { iso } from './timeline.ts';
import type { World } from './world.ts';

/** The operation in the audit log for all these rows. */
const OPERATION = 'seed.grow';
const REQUEST_ID = `system-${OPERATION}`;
const MEMBERS_ONLY_SHARE = 0.04;
const ASSISTED_SHARE = 0.08;

/** Posts, comments and quotes with their texts, reactions, and then the counters of posts. */
export function postTables(world: World, pictures: SeedPictures): TableRows[] {
  const { members, seed, posts: plan } = world;
  const likes = new Int32Array(plan.count);
  return [
    { target: POSTS, rows: () => postRows(world) },
    {
      target: 'post_images (id, post_id, position, blob_key, width, height, alt_text)',
      *rows() {
        const ids = stream(seed, 'image id');
        for (const [post, { blob_key, width, height, altText }] of pictures.posts) {
          yield [idAt(plan.times[post]!, ids(post)), plan.id(post), 0, blob_key, width, height, altText];
        }
      },
    },
    {
      target: 'reactions (post_id, profile_id, reaction_type, created_at, updated_at)',
      *rows() {
        // Post by post, so that the post id is computed once for all of its reactions.
        let [last, id] = [-1, ''];
        for (const { post, member, type, at } of world.reactions()) {
          likes[post]!++;
          if (post !== last) [last, id] = [post, plan.id(post)];
          const time = iso(at);
          yield [id, members[member]!.id, type, time, time];
        }
      },
    },
    {
      target: 'post_counters (post_id, shard, likes, replies, comments, quotes)',
      *rows() {
        const { replies, comments, quotes } = countAnswers(world);
        for (let i = 0; i < plan.count; i++) {
          const counts = [likes[i]!, replies[i]!, comments[i]!, quotes[i]!];
          if (counts.some((n) => n > 0)) yield [plan.id(i), shardFor(plan.start.has(i)), ...counts];
        }
      },
    },
    { target: AUDIT_LOG, rows: () => auditRows(world, stream(seed, 'audit id')) },
    { target: EVENTS, rows: () => eventRows(world, stream(seed, 'event id')) },
  ];
}

const POSTS = `posts (id, profile_id, kind, status, visibility, body, ai_disclosure, by_ai, reply_to_post_id, root_post_id,
  quoted_post_id, ancestor_ids, published_at, created_at, updated_at)`;

function* postRows(world: World): Generator<readonly CopyValue[]> {
  const { members, posts: plan, seed } = world;
  const { count, authors, parents, roots, quoted, times, start } = plan;
  const chances = stream(seed, 'post');
  const visibility = visibilities(world);
  for (let i = 0; i < count; i++) {
    if (start.has(i)) continue;
    const random = chances(i);
    const author = members[authors[i]!]!;
    const kind = kindOf(world, i);
    const byAi = author.type === 'ai_agent';
    const aiDisclosure: AiDisclosure = byAi ? 'generated' : random.chance(ASSISTED_SHARE) ? 'assisted' : 'none';
    const at = iso(times[i]!);
    yield [
      ...[plan.id(i), author.id, kind, 'published', visibility(roots[i]! >= 0 ? roots[i]! : i), body(i)],
      ...[aiDisclosure, byAi, idOrNull(parents[i]!), idOrNull(roots[i]!), idOrNull(quoted[i]!)],
      ...[`{${plan.ancestors(i).map(plan.id).join(',')}}`, at, at, at],
    ];

    function body(index: number): string {
      const voice = voiceOf(author);
      if (kind === 'quote') return quoteBody(voice, random);
      if (kind === 'post') return postBody(voice, random);
      const parent = parents[index]!;
      const to = members[authors[parent]!]!.callName;
      return commentBody(voice, random, to);
    }
  }

  function idOrNull(index: number): string | null {
    return index < 0 ? null : plan.id(index);
  }
}

function kindOf({ posts: { parents, quoted } }: World, index: number): PostKind {
  if (parents[index]! >= 0) return 'comment';
  return quoted[index]! >= 0 ? 'quote' : 'post';
}

/** Comments have the visibility of their root. Existing posts are public. */
function visibilities({ seed, posts: { start } }: World): (root: number) => Visibility {
  const chances = stream(seed, 'visibility');
  return (root) => (!start.has(root) && chances(root).chance(MEMBERS_ONLY_SHARE) ? 'members' : 'public');
}

/** The comments and quotes that are added to the counters of each post. */
function countAnswers({ posts: { count, parents, quoted } }: World) {
  const replies = new Int32Array(count);
  const comments = new Int32Array(count);
  const quotes = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const parent = parents[i]!;
    if (parent >= 0) replies[parent]!++;
    for (let above = parent; above >= 0; above = parents[above]!) comments[above]!++;
    if (quoted[i]! >= 0) quotes[quoted[i]!]!++;
  }
  return { replies, comments, quotes };
}

const AUDIT_LOG =
  'audit_log (id, created_at, operation, principal_type, account_id, profile_id, object_type, object_id, request_id)';

/** One row for each account, profile and post, written by the instance for its owner. */
function* auditRows({ accounts, members, posts: plan, ...world }: World, ids: ReturnType<typeof stream>) {
  let made = 0;
  const row = (at: number, accountId: string, profileId: string | null, type: string, id: string): CopyValue[] => [
    ...[idAt(at, ids(made++)), iso(at), OPERATION, 'system', accountId, profileId, type, id, REQUEST_ID],
  ];
  for (const { id, createdAt } of accounts) yield row(createdAt, id, null, 'account', id);
  for (const [, { id, createdAt }, { account }] of newMembers({ accounts, members, posts: plan, ...world })) {
    yield row(createdAt, account.id, id, 'profile', id);
  }
  for (let i = 0; i < plan.count; i++) {
    const author = members[plan.authors[i]!]!;
    if (author.made) yield row(plan.times[i]!, author.made.account.id, author.id, 'post', plan.id(i));
  }
}

const EVENTS = 'events (id, created_at, type, profile_id, actor_profile_id, object_type, object_id, data)';

/** The events of new members and posts in the weeks for which events are kept, in chronological order. */
function* eventRows(world: World, ids: ReturnType<typeof stream>): Generator<readonly CopyValue[]> {
  const { members, posts: plan, now } = world;
  const { times, authors, parents, roots, quoted } = plan;
  const since = now - LIMITS.event.kept_ms;
  let made = 0;
  for (const [, { id, createdAt }] of newMembers(world)) {
    if (createdAt > since)
      yield [idAt(createdAt, ids(made++)), iso(createdAt), 'profile.created', id, id, 'profile', id, '{}'];
  }
  for (let i = 0; i < plan.count; i++) {
    if (times[i]! <= since || plan.start.has(i)) continue;
    const [time, kind, id, author] = [times[i]!, kindOf(world, i), plan.id(i), authors[i]!];
    const idOrNull = (index: number) => (index < 0 ? null : plan.id(index));
    const data = JSON.stringify({
      kind,
      status: 'published',
      revision: 1,
      reply_to_post_id: idOrNull(parents[i]!),
      root_post_id: idOrNull(roots[i]!),
      quoted_post_id: idOrNull(quoted[i]!),
    } satisfies EventData<'post.published'>);
    const tell = (type: string, whose: number) => [
      ...[idAt(time, ids(made++)), iso(time), type, members[whose]!.id, members[author]!.id, 'post', id, data],
    ];
    yield tell(kind === 'comment' ? 'comment.created' : 'post.published', author);
    const answered = parents[i]! < 0 ? author : authors[parents[i]!]!;
    if (answered !== author) yield tell('comment.created', answered);
    const cited = quoted[i]! < 0 ? author : authors[quoted[i]!]!;
    if (cited !== author) yield tell('quote.created', cited);
  }
}
