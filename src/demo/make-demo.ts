import { invite } from '../areas/access/invite.ts';
import { respondToInvitation } from '../areas/access/respond.ts';
import { Invite } from '../areas/access/schemas.ts';
import { createAccount } from '../areas/account/admin.ts';
import { checkSignIn, openSession, revokeSession } from '../areas/account/sessions.ts';
import { createContactRequest } from '../areas/contacts/create.ts';
import { respondToRequest } from '../areas/contacts/respond.ts';
import { openDirect } from '../areas/conversations/open.ts';
import { markRead } from '../areas/conversations/read-marker.ts';
import { SendMessage } from '../areas/conversations/schemas.ts';
import { sendMessage } from '../areas/conversations/send.ts';
import { followProfile } from '../areas/follows/follow.ts';
import { onEvents } from '../areas/index.ts';
import { createApiKey } from '../areas/keys/service.ts';
import { createPost, draftPost } from '../areas/posts/create.ts';
import { findPost } from '../areas/posts/find.ts';
import { publishPost } from '../areas/posts/publish.ts';
import { setReaction } from '../areas/posts/reactions.ts';
import { CreatePost } from '../areas/posts/schemas.ts';
import { createProfile } from '../areas/profiles/create.ts';
import { setProfilePicture } from '../areas/profiles/pictures.ts';
import { CreateProfile, EditProfile } from '../areas/profiles/schemas.ts';
import { prepareEdit, updateProfile } from '../areas/profiles/update.ts';
import { authenticate } from '../auth/authenticate.ts';
import { CredentialCache } from '../auth/credential-cache.ts';
import type { Principal } from '../auth/principal.ts';
import type { Clock } from '../core/clock.ts';
import type { ReactionType } from '../core/enums.ts';
import { type Ctx, type CtxDeps, inTransaction, systemCtx, type TxCtx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { asOwner } from '../db/owner.ts';
import { statement } from '../db/statement.ts';
import { dispatchAll } from '../events/dispatcher.ts';
import { keepEventPartitions } from '../events/partitions.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_PROFILE,
  DEMO_WORKSPACE,
  type DemoAccount,
  type DemoPost,
  type DemoUsername,
  emailOf,
  POSTS,
  PROFILES,
  REACTIONS,
} from './content.ts';
import { DIALOGUES } from './dialogues.ts';
import { writeDemoFiles } from './files.ts';
import { CONTACTS, FOLLOWS, GRANTS } from './relations.ts';
import { type DemoPictures, storeDemoPictures } from './store-pictures.ts';

const HOUR_MS = 3_600_000;
/** The members joined some hours before the first post. */
const FOUNDED_HOURS_AGO = POSTS[0]!.hoursAgo + 6;
const REACTED_AFTER_HOURS = 1.5;
const ANSWERED_AFTER_HOURS = 1;
const ACCOUNT_OF = Object.fromEntries(PROFILES.map(({ username, account }) => [username, account])) as Record<
  DemoUsername,
  DemoAccount
>;

const findAnyAccount = statement(
  'demo.find_any_account',
  {},
  sql<{ found: boolean }>`select exists (select from accounts) as found`,
);

/**
 * Fills an instance without accounts with the demo network, in one transaction. Resolves with whether it did. Posts are
 * dated some days back by a clock of its own; secrets are written to files (mode 0600) before the commit.
 */
export async function makeDemo(deps: CtxDeps): Promise<boolean> {
  const system = systemCtx(deps, 'demo.make');
  if ((await findAnyAccount.one(system))?.found) return false;
  const past = hoursAgo(deps.clock.now(), FOUNDED_HOURS_AGO);
  await asOwner(deps.config, deps.database.pool, (owner) => keepEventPartitions(owner, past.clock.now()));
  const pictures = await storeDemoPictures(system);
  // A separate cache, because credentials loaded before the commit must not be visible to others.
  const stage: CtxDeps = { ...deps, clock: past.clock, credentialCache: new CredentialCache() };
  await inTransaction(systemCtx(stage, 'demo.make'), (tx) => play(tx, past.set, pictures));
  // Here, so that the dispatcher does not take what is dated back for late.
  await dispatchAll(system, { onEvents });
  deps.log.debug({ profiles: PROFILES.length, posts: POSTS.length }, 'created the demo network');
  return true;
}

type Member = (by: DemoUsername, operation: string, actsFor?: DemoUsername | null) => TxCtx;
type Stage = { ids: ReadonlyMap<string, string>; member: Member; setHoursAgo: (hours: number) => void };

async function play(tx: TxCtx, setHoursAgo: (hours: number) => void, pictures: DemoPictures): Promise<void> {
  const accounts = await createAccounts(tx);
  const signIns = async () => {
    const found = new Map<DemoAccount, Principal>();
    for (const name of DEMO_ACCOUNTS) found.set(name, await authenticate(tx, accounts[name].token));
    return found;
  };
  const ids = new Map<string, string>();
  let members = await signIns();
  /** `by` at work, for itself or for another profile that it may act for. */
  const member: Member = (by, operation, actsFor = by) =>
    as(tx, members.get(ACCOUNT_OF[by])!, operation, actsFor === null ? undefined : ids.get(actsFor));
  for (const { username, type, name } of PROFILES) {
    const input = CreateProfile.parse({ username, type, name });
    const { profile_id } = await createProfile(member(username, 'profiles.create', null), input);
    ids.set(username, profile_id);
  }
  members = await signIns();
  const stage = { ids, member, setHoursAgo };
  await describeMembers(stage, pictures);
  members = await signIns();
  await relate(stage);
  await converse(stage);
  await publish(stage, pictures);

  setHoursAgo(0);
  const { email, password } = accounts.demo;
  const profileId = ids.get(DEMO_PROFILE)!;
  // A key that can do everything needs a recent sign-in.
  const recent = await signIn(tx, { email, password });
  const secret = await makeKey(as(tx, await authenticate(tx, recent.token), 'keys.create'), profileId);
  await revokeSession(member(DEMO_PROFILE, 'account.revoke_session', null), recent.id);
  for (const name of DEMO_ACCOUNTS) {
    await revokeSession(as(tx, members.get(name)!, 'account.revoke_session'), accounts[name].id);
  }
  await writeDemoFiles(tx.config.dataDir, { email, password, profileId }, secret);
}

/** Texts, pictures, and who acts for whose profile. */
async function describeMembers({ ids, member }: Stage, pictures: DemoPictures): Promise<void> {
  for (const { username, occupation, bio, location } of PROFILES) {
    const edit = await prepareEdit(EditProfile.parse({ occupation, bio, location }));
    await updateProfile(member(username, 'profiles.update', null), ids.get(username)!, edit, []);
  }
  for (const { username, ...picture } of pictures.profiles) {
    await setProfilePicture(member(username, 'profiles.set_picture', null), ids.get(username)!, picture);
  }
  for (const { managed, manager, permissions } of GRANTS) {
    const terms = Invite.parse({ manager_profile_id: ids.get(manager), permissions, public: true });
    const { grant_id } = await invite(member(managed, 'access.invite'), ids.get(managed)!, terms);
    await respondToInvitation(member(manager, 'access.respond_invitation'), grant_id, 'accept');
  }
}

async function relate({ ids, member, setHoursAgo }: Stage): Promise<void> {
  for (const [follower, followed] of FOLLOWS) {
    await followProfile(member(follower, 'follows.create'), ids.get(followed)!);
  }
  for (const { from, to, hoursAgo, note } of CONTACTS) {
    setHoursAgo(hoursAgo);
    const asked = { profile_id: ids.get(to)!, message: note };
    const { id } = await createContactRequest(member(from, 'contacts.create_request'), asked);
    setHoursAgo(hoursAgo - ANSWERED_AFTER_HOURS);
    await respondToRequest(member(to, 'contacts.respond'), id, 'accept');
  }
}

/** Who answers has read what came before. */
async function converse({ ids, member, setHoursAgo }: Stage): Promise<void> {
  for (const { between, messages } of DIALOGUES) {
    const [from, to] = between;
    const { id } = await openDirect(member(from, 'conversations.open_direct'), ids.get(to)!);
    for (const { by, hoursAgo, body } of messages) {
      setHoursAgo(hoursAgo);
      await markRead(member(by, 'conversations.mark_read'), id);
      await sendMessage(member(by, 'conversations.send_message'), id, SendMessage.parse({ body }));
    }
  }
}

async function publish({ member, setHoursAgo }: Stage, pictures: DemoPictures): Promise<void> {
  const postIds = new Map<string, string>();
  for (const post of POSTS) {
    setHoursAgo(post.hoursAgo);
    const operation = post.answers === undefined ? 'posts.create' : 'posts.create_comment';
    const ctx = member(post.drafted?.by ?? post.by, operation, post.by);
    const draft = draftPost(ctx, toInput(post, postIds), post.pictures?.length ?? 0);
    const { row } = await createPost(ctx, { ...draft, images: pictures.posts.get(post.id) ?? [] });
    postIds.set(post.id, row.id);
    if (post.drafted) {
      setHoursAgo(post.hoursAgo - ANSWERED_AFTER_HOURS);
      const approver = member(post.drafted.approvedBy, 'posts.publish', post.by);
      await publishPost(approver, row.id, {}, await findPost(approver, row.id));
    }
  }
  for (const { id, hoursAgo } of POSTS) {
    setHoursAgo(Math.max(0, hoursAgo - REACTED_AFTER_HOURS));
    for (const [username, reactionType] of Object.entries(REACTIONS[id] ?? {}) as [DemoUsername, ReactionType][]) {
      const ctx = member(username, 'posts.set_reaction');
      await setReaction(ctx, { postId: postIds.get(id)!, reactionType, active: true });
    }
  }
}

type SignedIn = { email: string; password: string; id: string; token: string };

async function createAccounts(tx: TxCtx): Promise<Record<DemoAccount, SignedIn>> {
  const made: [DemoAccount, SignedIn][] = [];
  for (const name of DEMO_ACCOUNTS) {
    const { email, password } = await createAccount(tx, { email: emailOf(name), name: DEMO_WORKSPACE });
    made.push([name, { email, password, ...(await signIn(tx, { email, password })) }]);
  }
  return Object.fromEntries(made) as Record<DemoAccount, SignedIn>;
}

async function signIn(tx: TxCtx, credentials: { email: string; password: string }) {
  const checked = await checkSignIn(tx, credentials);
  return (await openSession(tx, checked, { userAgent: null, ipPrefix: null })).session;
}

async function makeKey(tx: TxCtx, profileId: string): Promise<string> {
  const { secret } = await createApiKey(tx, { name: 'Demo key', scopes: ['all:all'], profile_ids: [profileId] });
  return secret;
}

/** The same transaction with this principal and acting profile. */
function as<C extends Ctx>(ctx: C, principal: Principal, operation: string, profileId?: string): C {
  const acting = profileId === undefined ? null : (principal.profiles.get(profileId) ?? null);
  return Object.assign(Object.create(ctx) as C, { principal, acting, operation });
}

function toInput({ body, answers, quotes, aiDisclosure }: DemoPost, postIds: Map<string, string>) {
  return CreatePost.parse({
    body,
    ...(answers === undefined ? {} : { reply_to_post_id: postIds.get(answers) }),
    ...(quotes === undefined ? {} : { quoted_post_id: postIds.get(quotes) }),
    ...(aiDisclosure === undefined ? {} : { ai_disclosure: aiDisclosure }),
  });
}

function hoursAgo(now: Date, hours: number): { clock: Clock; set(hours: number): void } {
  let moment = hours;
  return {
    clock: { now: () => new Date(now.getTime() - moment * HOUR_MS) },
    set(next) {
      moment = next;
    },
  };
}
