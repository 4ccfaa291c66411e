import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { INVARIANTS } from '../../src/areas/index.ts';
import { newId } from '../../src/core/ids.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { granted, invited } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact, becomeContacts } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { as } from '../support/posts.ts';
import { makeWebhook } from '../support/webhooks.ts';
import { makeWorld } from './world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

describe('the invariants', () => {
  it('are valid SQL and hold for an empty database', async () => {
    const results = await runInvariants(t.pool, INVARIANTS);
    expect(results.map(({ name }) => name)).toEqual(INVARIANTS.map(({ name }) => name));
    expect(results.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  it('contain nothing that a member wrote', () => {
    for (const { name, query } of INVARIANTS) {
      const shown = query.slice(query.indexOf('select') + 6, query.search(/\bfrom\b/));
      expect(shown, name).not.toMatch(/body|email|bio|occupation|alt_text|note/);
    }
  });
});

const one = (table: string, condition = 'true') => `(select id from ${table} where ${condition} order by id limit 1)`;
const POST = one('posts', "kind = 'post' and status = 'published'");
const PROFILE = one('profiles', 'deleted_at is null');
const OTHER_PROFILE = '(select id from profiles where deleted_at is null order by id desc limit 1)';
const KEY = one('credentials', "type = 'api_key' and revoked_at is null and parent_id is null");
const SESSION = one('credentials', "type = 'session'");
const ID = () => `'${newId()}'`;
const notification = (type: string, profile = PROFILE) =>
  `insert into notifications values (${ID()}, ${profile}, '${type}', ${ID()}, null, now(), now())`;
const notified = (type: string, actor = OTHER_PROFILE) =>
  `with made as (${notification(type)} returning id)
    insert into notification_actors select id, ${actor}, ${ID()}, now(), ${PROFILE} from made`;

/** Breaks each invariant. Constraints of the schema cover other mistakes; these are the ones they can't. */
const SABOTAGE: Readonly<Record<string, () => string>> = {
  unused_pictures_are_garbage: () =>
    `insert into uploads (id, profile_id, token_hash, blob_key, width, height, created_at, expires_at)
      values (${ID()}, ${PROFILE}, '', 'x', 1, 1, now(), now())`,
  post_likes_count_its_reactions: () => 'update post_counters set likes = likes + 1',
  post_replies_count_published_direct_comments: () => 'update post_counters set replies = replies - 1',
  post_comments_count_all_published_descendants: () => 'update post_counters set comments = comments + 1',
  post_quotes_count_published_quotes: () =>
    "update posts set status = 'draft', published_at = null where kind = 'quote'",
  profile_posts_are_its_published_posts_and_quotes: () => 'delete from profile_counters',
  profile_followers_are_rows: () => `insert into follows values (${ID()}, ${PROFILE}, ${OTHER_PROFILE}, now())`,
  profile_following_are_rows: () => `insert into follows values (${ID()}, ${PROFILE}, ${OTHER_PROFILE}, now())`,
  profile_contacts_are_rows: () => 'update profile_counters set contacts = contacts + 1',
  grouped_notifications_have_actors: () => notification('follow.created'),
  notified_reactions_exist: () => notified('reaction.changed'),
  notified_comments_exist: () => notified('comment.created'),
  notified_follows_exist: () => notified('follow.created'),
  notification_counts_are_exact: () => 'update notifications set actor_count = actor_count + 1',
  first_actors_are_actors: () => `update notifications set first_actor_id = ${OTHER_PROFILE}`,
  actors_have_notifications: () =>
    `insert into notification_actors values (${ID()}, ${PROFILE}, ${ID()}, now(), ${OTHER_PROFILE})`,
  nobody_notifies_itself: () => notified('profile.verified', PROFILE),
  unread_message_notifications_have_unread_messages: () => 'update conversation_members set unread_count = 0',
  deleted_profiles_have_no_notifications: () =>
    notification('profile.verified', one('profiles', 'deleted_at is not null')),
  comments_have_all_their_ancestors: () => "update posts set ancestor_ids = '{}' where kind = 'comment'",
  quotes_are_not_comments: () => `update posts set quoted_post_id = ${POST} where kind = 'post' and id <> ${POST}`,
  post_timestamps_match_its_status: () => "update posts set status = 'removed'",
  posts_contain_a_copy_of_their_pictures: () => "update posts set images = '[]'",
  counts_follow_who_is_shown: () =>
    `with aged as (update accounts set updated_at = now() - interval '1 hour')
    update profiles set suspended_at = now(), updated_at = now() - interval '1 hour'`,
  profiles_contain_the_state_of_their_account: () => 'update profiles set account_is_active = not account_is_active',
  posts_of_ai_agents_are_disclosed: () => "update profiles set type = 'ai_agent'",
  posts_and_comments_are_not_empty: () => "update posts set body = ''",
  earlier_texts_are_of_earlier_revisions: () => `insert into post_revisions values (${POST}, 99, 'x', now(), null)`,
  post_mentions_are_in_the_text: () =>
    `insert into post_mentions values (${POST}, ${PROFILE}, '{9000}', '{9004}', true)`,
  posts_mention_no_deleted_profiles: () =>
    `insert into post_mentions select ${POST}, id, '{}', '{}' from profiles where deleted_at is not null`,
  mentions_in_published_posts_are_announced: () =>
    `insert into post_mentions values (${POST}, ${PROFILE}, '{0}', '{4}')`,
  message_mentions_are_in_the_text: () =>
    `insert into message_mentions select id, ${PROFILE}, '{9000}', '{9004}' from messages`,
  messages_mention_no_deleted_profiles: () =>
    `insert into message_mentions select m.id, pr.id, '{}', '{}' from messages m, profiles pr where pr.deleted_at is not null`,
  picture_positions_are_0_to_3_without_gaps: () => 'update post_images set position = 3',
  removed_posts_have_no_pictures: () => "update posts set status = 'removed', removed_at = now()",
  no_referenced_file_is_garbage: () =>
    "insert into media_garbage select replace(avatar_light, '.webp', '-small.webp'), now() from profiles where avatar_light is not null",
  files_are_of_one_picture: () => 'update profiles set banner_dark = avatar_light where avatar_light is not null',
  every_account_has_a_workspace: () => 'delete from workspaces',
  every_account_has_its_guest_actor: () => "delete from actors where type = 'guest'",
  every_profile_has_its_actor: () =>
    "delete from actors where type = 'profile' and id not in (select actor_id from conversation_members)",
  every_actor_has_an_owner: () => `insert into actors values (${ID()}, 'profile', ${ID()}, now(), now())`,
  accounts_being_deleted_have_no_sessions: () => "update accounts set deletion_scheduled_at = now() + interval '1 day'",
  profiles_without_an_account_are_deleted: () => 'update profiles set account_id = null',
  texts_of_erased_accounts_are_gone: () => 'update profiles set account_id = null',
  one_open_reset_token_per_account:
    () => `insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at)
    select hash, ${one('accounts')}, 'password_reset', now(), now() from (values ('\\x01'::bytea), ('\\x02')) as two(hash)`,
  no_account_has_the_earlier_address_of_another:
    () => `insert into one_time_tokens (token_hash, account_id, purpose, email, email_key, created_at, expires_at)
    select '\\x01', (select id from accounts where id <> a.id limit 1), 'email_undo', email, email_key, now(), now() + interval '1 day'
    from accounts a limit 1`,
  suspensions_have_a_beginning: () => "update accounts set suspension_reason = 'spam', suspended_at = null",
  every_profile_has_its_username: () => "update profiles set username = 'somebody-else'",
  a_profile_has_one_username: () => `insert into usernames values ('another', 'another', ${PROFILE}, null)`,
  look_alike_usernames_share_a_key: () => "update usernames set username = username || '-x'",
  names_of_deleted_profiles_are_hashed: () => 'update profiles set deleted_at = now()',
  deleted_profiles_leave_nothing: () => 'update profiles set deleted_at = now()',
  verified_profiles_have_the_verified_name: () =>
    "update verifications set status = 'verified', name = 'Somebody else'",
  domains_are_of_companies: () =>
    "update verifications set method = 'domain', domain = 'harbour.example', token = 'abc'",
  contacts_are_mutual:
    () => `insert into contacts select ${ID()}, a.id, a.entity_id, 'profile', b.id, b.entity_id, null, now(), now()
    from actors a, actors b where a.entity_id = ${PROFILE} and b.entity_id = ${OTHER_PROFILE}`,
  blocked_profiles_are_not_connected:
    () => `with blocked as (insert into blocks values (${PROFILE}, ${OTHER_PROFILE}, now()))
    insert into follows values (${ID()}, ${OTHER_PROFILE}, ${PROFILE}, now())`,
  blocks_end_with_the_account: () =>
    `with blocked as (insert into blocks values (${PROFILE}, ${OTHER_PROFILE}, now())) update profiles set account_id = null`,
  no_pending_request_between_contacts_or_blocked: () =>
    `insert into blocks select addressee_profile_id, requester_profile_id, now() from contact_requests where status = 'pending'`,
  contacts_have_an_accepted_request: () => "update contact_requests set status = 'rejected' where status = 'accepted'",
  requests_have_the_requesters_actor: () =>
    "update contact_requests set requester_actor_id = (select id from actors where type = 'guest' limit 1)",
  requests_by_managers_have_a_grant: () =>
    `update contact_requests set manager_profile_id = ${OTHER_PROFILE}, grant_id = ${ID()}`,
  contact_requests_have_events: () => "delete from events where type = 'contact_request.created'",
  expired_contact_requests_have_events: () => "update contact_requests set status = 'expired' where status = 'pending'",
  live_credentials_have_a_secret: () => 'delete from credential_secrets',
  keys_end_with_the_key_that_created_them: () =>
    `update credentials set revoked_at = now() where id = (select parent_id from credentials where parent_id is not null limit 1)`,
  sessions_have_no_list_of_profiles: () => `insert into credential_profiles values (${SESSION}, ${PROFILE})`,
  keys_have_no_more_permissions_than_their_creator: () =>
    "update credentials set permissions = '{drafting}' where id = (select parent_id from credentials where parent_id is not null and revoked_at is null limit 1)",
  keys_have_scopes: () => `update credentials set scopes = '{}' where id = ${KEY}`,
  credentials_act_as_managed_profiles_only: () => 'update profiles set account_id = null',
  oauth_grants_are_expiring_credentials: () =>
    "insert into oauth_grants select id, 'app', 'dynamic', null, 'here', 0, now() from credentials where type = 'api_key'",
  oauth_access_tokens_expire_and_stay_within_their_grant: () =>
    "update credentials set type = 'oauth' where type = 'api_key'",
  oauth_refresh_tokens_have_an_existing_generation: () =>
    `insert into oauth_grants select id, 'app', 'dynamic', null, 'here', 0, now() from credentials where type = 'api_key';
     insert into oauth_refresh_tokens select '\\x01', credential_id, 5, '{}', now() from oauth_grants limit 1`,
  reports_name_an_existing_target_and_its_owner: () => 'update reports set target_id = id',
  no_profile_reports_itself: () => 'update reports set reporter_profile_id = target_profile_id',
  grant_timestamps_match_its_status: () => "update access_grants set status = 'revoked'",
  grants_have_known_permissions: () => "update access_grants set permissions = '{everything}'",
  invitations_expire: () => 'update access_grants set invitation_expires_at = null',
  invitations_were_resent_at_most_five_times: () => 'update access_grants set resend_count = 6, last_sent_at = now()',
  budget_usage_matches_writes: () =>
    "insert into grant_usage select id, 'messages_per_day', '2026-01-01', 3, 5 from access_grants",
  delegated_grants_have_ancestors_of_the_same_profile: () => 'update access_grants set given_under = array[id]',
  delegated_grants_stay_within_their_givers: () =>
    `update access_grants set given_by = jsonb_build_object(permissions[1], ${ID()})`,
  posts_by_managers_have_a_grant: () => `update posts set manager_profile_id = ${OTHER_PROFILE}, grant_id = ${ID()}`,
  conversations_have_their_two_sides: () => 'delete from conversation_members where actor_id < other_actor_id',
  messages_are_numbered_without_gaps: () => 'update conversations set last_seq = last_seq + 1',
  messages_are_of_the_two_sides: () =>
    "update messages set sender_actor_id = (select id from actors where type = 'guest' limit 1)",
  conversations_show_their_newest_message: () => "update conversations set last_message_preview = 'something else'",
  members_have_the_last_activity: () => "update conversations set last_message_at = last_message_at + interval '1 day'",
  members_record_who_has_written: () => 'update conversation_members set has_written = not has_written',
  unread_messages_are_counted: () => 'update conversation_members set unread_count = unread_count + 1',
  read_markers_point_at_messages: () => 'update conversation_members set last_read_at = now()',
  messages_of_ai_agents_are_disclosed: () => "update profiles set type = 'ai_agent'",
  messages_by_managers_have_a_grant: () =>
    `update messages set manager_profile_id = ${OTHER_PROFILE}, grant_id = ${ID()}`,
  published_posts_have_events: () => "delete from events where type = 'post.published'",
  removed_posts_have_events: () => "delete from events where type = 'post.removed'",
  new_profiles_have_events: () => "delete from events where type = 'profile.created'",
  deleted_profiles_have_events: () => "delete from events where type = 'profile.deleted'",
  new_keys_have_events: () => "delete from events where type = 'api_key.created'",
  revoked_keys_have_events: () => "delete from events where type = 'api_key.revoked'",
  new_conversations_have_events: () => "delete from events where type = 'conversation.created'",
  messages_have_events: () => "delete from events where type = 'message.created'",
  deleted_messages_have_events: () => "delete from events where type = 'message.deleted'",
  ended_invitations_have_events: () => "delete from events where type = 'access_grant.accepted'",
  posts_are_in_the_audit_log: () => "delete from audit_log where object_type = 'post'",
  profiles_are_in_the_audit_log: () => "delete from audit_log where object_type = 'profile'",
  keys_are_in_the_audit_log: () => "delete from audit_log where object_type = 'api_key'",
  accounts_are_in_the_audit_log: () => "delete from audit_log where object_type = 'account'",
  verifications_are_in_the_audit_log: () => "delete from audit_log where object_type = 'verification'",
  reports_are_in_the_audit_log: () => "delete from audit_log where object_type = 'report'",
  exports_are_in_the_audit_log: () => "delete from audit_log where object_type = 'export'",
  events_have_their_write_in_the_audit_log: () => 'delete from audit_log',
  no_events_by_deleted_profiles: () => "update profiles set deleted_at = now() - interval '1 day'",
  audit_seals_are_numbered_without_gaps: () =>
    `insert into audit_seals select account_id, 2, id, '', now() from audit_log where account_id is not null limit 1`,
  every_audit_seal_has_its_entry: () => `insert into audit_seals values (${ID()}, 1, ${ID()}, '', now())`,
  event_positions_are_unique: () => 'update events set position = 7',
  accounts_have_few_webhooks: () =>
    `insert into webhooks (id, account_id, url, secret, created_at)
      select gen_random_uuid(), id, 'https://example.com', 'x', now() from accounts, generate_series(1, 11)`,
  webhooks_are_in_the_audit_log: () => "delete from audit_log where object_type = 'webhook'",
  only_successes_are_stored_for_idempotency: () =>
    `insert into idempotency_records values (${KEY}, 'k', '\\x00', 404, '{}', false, now())`,
};

describe('a database with rows in every table', () => {
  beforeAll(async () => {
    const w = await makeWorld(t);
    const { token, profile } = w.me;
    const post = await w.post(w.me);
    const call = (method: string, path: string, body: unknown) => t.call(method, path, { token, as: profile.id, body });
    await call('POST', `/v1/posts/${post}/comments`, { body: 'An answer' });
    await call('POST', '/v1/posts', { body: 'A quote', quoted_post_id: post });
    await call('PUT', `/v1/posts/${post}/reaction`, { reaction_type: 'like', active: true });
    const images = [{ content_base64: (await png()).toString('base64') }];
    expect((await call('POST', '/v1/posts/with-images', { body: 'A picture', images })).status).toBe(201);
    expect((await call('PUT', `/v1/profiles/${profile.id}/avatar`, images[0])).status).toBe(200);
    await t.call('DELETE', `/v1/posts/${await w.post(w.me)}`, { token, as: profile.id });
    const conversation = await openConversation(t, w.me, w.stranger);
    const said = await sendMessage(t, as(w.me), conversation, 'Something to take back');
    await sendMessage(t, as(w.me), conversation);
    await call('DELETE', `/v1/conversations/${conversation}/messages/${said.id}`, undefined);
    await makeKey(t, { token: w.keys.full.token }, { scopes: ['posts:read'] });
    await w.managed(['posting']);
    await granted(t, w.me, w.stranger);
    await invited(t, w.stranger, w.me);
    await call('POST', '/v1/verifications', { profile_id: profile.id, method: 'operator' });
    await t.call('POST', '/v1/exports', { token });
    await becomeContacts(t, w.me, w.stranger, 'Hello');
    await askForContact(t, await makeMember(t), w.me);
    const reports = { target_type: 'profile', target_id: w.stranger.profile.id, reason: 'other', comment: 'Look here' };
    expect((await call('POST', '/v1/reports', reports)).status).toBe(201);
    await makeWebhook(t, w.me);
    const gone = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    await dispatch(t);
    expect((await runInvariants(t.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  it('has a violation for each invariant', () => {
    expect(Object.keys(SABOTAGE).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort());
  });

  it.each(Object.entries(SABOTAGE))('detects: %s', async (name, sabotage) => {
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(sabotage());
      const results = await runInvariants({ connect: async () => inside(client) } as unknown as pg.Pool, INVARIANTS);
      expect(results.filter(({ rows }) => rows.length > 0).map((result) => result.name)).toContain(name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** Uses the connection of an open transaction, without ending it. */
function inside(client: pg.PoolClient) {
  return {
    query: (text: string) => (/^(begin|commit|set)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(text)),
    release: () => undefined,
  };
}
