import { granted, invited } from '../support/access.ts';
import { askForContact } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { block, follow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { as, makeContacts, makePost } from '../support/posts.ts';
import { begin } from '../support/verifications.ts';
import { makeWebhook } from '../support/webhooks.ts';
import type { Overrides } from './call-recipe.ts';
import type { World } from './world.ts';

/** The member whose calls the API reference shows. */
export const ADA = { name: 'Ada Lovelace', username: 'ada-lovelace' };

/** Gives the member something to list. Returns what the examples of operations name instead of new objects. */
export async function makeExampleNetwork({ t, me }: World): Promise<Record<string, Overrides>> {
  const member = (name: string) => makeMember(t, { name, username: name.toLowerCase().replace(' ', '-') });
  const grace = await member('Grace Hopper');
  const mary = await member('Mary Anning');
  const agent = await makeMember(t, { type: 'ai_agent', name: 'Difference Agent', username: 'difference-agent' });
  const call = async (by: Member, method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const answer = await t.call(method, path, { ...as(by), body });
    if (answer.status >= 300) throw new Error(answer.text);
  };

  await follow(t, me, grace);
  await follow(t, mary, me);
  await makeContacts(t, me, grace);
  await askForContact(t, mary, me, 'We met at the talk.');
  await granted(t, me, agent, ['drafting'], { public: true, budget: { posts_per_day: 5 } });
  await invited(t, grace, me, ['posting']);

  const post = await makePost(t, as(me), { body: 'The engine may compose music. What would you let it play?' });
  await call(me, 'PATCH', `/v1/posts/${post.id}`, {
    body: 'The engine might compose music. What would you let it play?',
  });
  const theirs = await makePost(t, as(grace), { body: 'A ship in port is safe. @ada-lovelace' });
  await call(grace, 'POST', `/v1/posts/${post.id}/comments`, { body: 'A fugue, of course.' });
  await makePost(t, as(grace), { body: 'Worth reading.', quoted_post_id: post.id });
  await call(mary, 'PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'insightful', active: true });
  await call(me, 'PUT', `/v1/posts/${theirs.id}/bookmark`);
  await call({ ...agent, profile: me.profile }, 'POST', '/v1/posts', { body: 'Notes on the engine' });

  const conversation_id = await openConversation(t, grace, me);
  await sendMessage(t, as(grace), conversation_id, 'Can we speak tomorrow?');
  await call(me, 'PUT', `/v1/profiles/${mary.profile.id}/mute`);
  await block(t, me, await member('Charles Babbage'));
  await begin(t, me);
  await makeWebhook(t, me, { types: ['message.created'] });
  await makeGrant(t, me);
  await dispatch(t);

  const path = { post_id: post.id };
  return {
    'posts.get': { path },
    'posts.get_context': { path },
    'posts.list_comments': { path },
    'posts.list_quotes': { path },
    'posts.list_reactions': { path },
    'posts.list_revisions': { path },
    'conversations.list_messages': { path: { conversation_id } },
  };
}
