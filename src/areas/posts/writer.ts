import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { posts } from '../../db/schema/posts.ts';
import { p } from '../../db/statement.ts';

/** Who writes the current version of a post: a manager through a grant or the owner, and with which key or app. */

/** The parameter of `writer`. */
export const WRITER = { writer_id: 'uuid?' } as const;

/** Its value. A session changes with every sign-in and names nobody, so it is none. */
export function writerValues({ principal }: Ctx) {
  return { writer_id: principal === null || principal.type === 'session' ? null : principal.id };
}

const writerId = sql`${p('writer_id', 'uuid')}`;
/** An app that was authorized again is the same app of the same account, with another credential. */
export const isSameApp = sql`exists (select from oauth_grants former join oauth_grants latter using (client_id)
    join credentials one on one.id = former.credential_id
    join credentials other on other.id = latter.credential_id and other.account_id = one.account_id
  where former.credential_id = ${posts.writtenWithId} and latter.credential_id = ${writerId})`;
const isAnother = sql`(${posts.managerProfileId} is distinct from ${found.manager_profile_id}
  or ${posts.writtenWithId} is distinct from ${writerId} and not ${isSameApp})`;

/**
 * The columns that a change of an existing post sets, before its publication also whether several have written it. An approval
 * is one of what was there before.
 */
export const writer = {
  approvedByAccountId: sql`null`,
  managerProfileId: found.manager_profile_id,
  grantId: found.grant_id,
  writtenWithId: writerId,
  severalWriters: sql`${posts.severalWriters} or ${posts.status} <> 'published' and ${isAnother}`,
};

const submits = sql`${p('status', 'text')} = 'pending_approval'`;

/** The mark of what an AI agent or its key writes, which stays. */
export const markedAs = (disclosure: SQL) => ({
  byAi: sql`${posts.byAi} or ${found.by_ai}`,
  aiDisclosure: sql`case when ${posts.byAi} or ${found.by_ai} then 'generated' else ${disclosure} end`,
});

/** The columns of a submission for approval, for the placeholder `status`: it counts as written by its submitter. */
export const submission = {
  managerProfileId: sql`case when ${submits} then ${writer.managerProfileId} else ${posts.managerProfileId} end`,
  grantId: sql`case when ${submits} then ${writer.grantId} else ${posts.grantId} end`,
  writtenWithId: sql`case when ${submits} then ${writer.writtenWithId} else ${posts.writtenWithId} end`,
  severalWriters: sql`case when ${submits} then ${writer.severalWriters} else ${posts.severalWriters} end`,
  submittedAt: sql`case when ${submits} then ${p('now', 'timestamptz')} else ${posts.submittedAt} end`,
  submittedUnderId: sql`case when ${submits} then ${writer.grantId} else ${posts.submittedUnderId} end`,
};

/** The same of a new post. */
export const created = {
  writtenWith: writerId,
  submittedAt: sql`case when ${submits} then ${p('now', 'timestamptz')} end`,
  submittedUnder: sql`case when ${submits} then ${found.grant_id} end`,
};

/** The grant under which the post was last submitted; of one from before this was stored, that of its writer. */
export const submittedUnder = (post: SQL): SQL =>
  sql`case when ${post}.submitted_at is null then ${post}.grant_id else ${post}.submitted_under_id end`;
