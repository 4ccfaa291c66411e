import type { z } from 'zod';
import type { AuditEntry, AuditPage } from '../../areas/audit/schemas.ts';
import { submittedOf } from '../../areas/posts/approvals.ts';
import type { PostWire } from '../../areas/posts/schemas.ts';
import { shortened } from '../../core/text.ts';
import type { ConsoleContext } from './console-context.ts';
import { readPosts } from './post-links.ts';

type Entry = z.output<typeof AuditEntry>;
type Decision = {
  at: string;
  what: 'Approved' | 'Sent back';
  words: string;
  post: PostWire | null;
  username: string | null;
};

const READ = '25';
const SHOWN = 10;
const WORDS_LENGTH = 80;
const WORDS = { 'posts.publish': 'Approved', 'posts.return': 'Sent back' } as const;

/** The last decision about each draft of others or of an app. Empty if the audit log can't be read. */
export async function recentDecisions(page: ConsoleContext): Promise<Decision[]> {
  const lists = await Promise.all(
    Object.keys(WORDS).map(async (operation) => {
      const answer = await page.attempt<z.output<typeof AuditPage>>('GET', '/v1/audit-log', {
        query: { operation, limit: READ },
      });
      return answer.ok ? answer.data.items : [];
    }),
  );
  const entries = lists.flat().sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const ids = entries.map(({ object }) => object.id);
  const [posts, submitted] = await Promise.all([readPosts(page, ids), submittedOf(page.ctx, ids)]);
  const names = new Map((await page.profiles()).map(({ profile }) => [profile.id, profile.username]));
  return entries
    .filter((entry) => isDecision(entry, posts.get(entry.object.id), submitted))
    .filter(({ object }, index, all) => all.findIndex((other) => other.object.id === object.id) === index)
    .slice(0, SHOWN)
    .map((entry) => {
      const post = posts.get(entry.object.id) ?? null;
      return {
        at: entry.created_at,
        what: WORDS[entry.operation as keyof typeof WORDS],
        words: post ? shortened(post.body_preview, WORDS_LENGTH) || 'a post without text' : 'a post that was removed',
        post,
        username: names.get(entry.profile_id ?? '') ?? null,
      };
    });
}

/** What was edited and submitted again waits above. `submitted`: an app submits drafts, too, and a person approves them. */
function isDecision(
  { operation, manager_profile_id, principal }: Entry,
  post: PostWire | undefined,
  submitted: ReadonlySet<string>,
): boolean {
  if (post?.status === 'pending_approval') return false;
  if (operation === 'posts.return') return true;
  if (post === undefined) return false;
  if (post.manager_profile_id !== null) return post.manager_profile_id !== manager_profile_id;
  return submitted.has(post.id) && principal.type === 'session';
}
