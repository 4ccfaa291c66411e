import { OAuth, Pronet } from '@pronet/client';
import { ago, make, onSubmit, run } from './parts.mjs';

/** @import { FullFeedPage, FullPost, ManagedProfile, Notification, Permission, Profile } from '@pronet/client' */
/** @typedef {{ post: FullPost, profile: Profile }} Item */

/** @type {(selector: string) => any} */
const $ = (selector) => document.querySelector(selector);
/** @type {string} */
const baseUrl = $('meta[name=pronet]').content;
// Tokens are stored in this tab and deleted with it.
const oauth = new OAuth({
  baseUrl,
  redirectUri: `${location.origin}/`,
  scopes: ['feed:read', 'posts:write', 'comments:write', 'messages:all', 'notifications:all'],
  clientName: 'Example web client',
  storage: sessionStorage,
});
/** @type {HTMLSelectElement} */
const acting = $('#as select');
const pronet = () => new Pronet({ baseUrl, token: oauth, profileId: acting.value || undefined });
const AI = { none: '', assisted: ' · written with AI', generated: ' · written by AI' };
/** @type {ManagedProfile[]} */
let profiles = [];
/** @type {string[]} */
let scopes = [];
/**
 * Whether the person has allowed it, and for this profile: they can clear scopes, or allow drafts only.
 * @param {string} scope
 * @param {Permission} [permission]
 */
const may = (scope, permission) =>
  scopes.includes(scope) &&
  (!permission || profiles.some((one) => one.profile.id === acting.value && one.permissions.includes(permission)));
let conversationId = '';
/** @type {FullFeedPage | undefined} */
let feed;
let live = new AbortController();
/** For reads: they end when another profile is chosen, to which what they return does not belong. */
const whileShown = () => ({ signal: live.signal });

/** @param {string} words */
const say = (words) => Object.assign($('#notice'), { textContent: words, hidden: false });

/** @param {Item} item */
function showText({ post, profile }) {
  const { name, username, media } = profile;
  const url = media.avatar.light.small_url;
  const avatar = url ? make('img', { src: url, alt: '' }) : make('span', { ariaHidden: 'true' }, name.slice(0, 1));
  avatar.className = 'avatar';
  const about = make(
    'small',
    {},
    ` @${username} · ${ago(post.published_at ?? post.created_at)}${AI[post.ai_disclosure]}`,
  );
  const pictures = post.images.map(({ url, width, height, alt_text }) =>
    make('img', { src: url, width, height, alt: alt_text ?? '', loading: 'lazy' }),
  );
  const text = make('p', { dir: 'auto' }, post.body);
  return [make('header', {}, avatar, make('span', {}, make('b', {}, name), about)), text, ...pictures];
}

/** @param {Item} item */
function showPost(item) {
  const { post } = item;
  const like = make('button', { type: 'button' });
  /** @param {Pick<FullPost, 'likes_count' | 'viewer_reaction'>} post */
  const showLikes = ({ likes_count, viewer_reaction }) =>
    Object.assign(like, { textContent: `♥ Like · ${likes_count}`, ariaPressed: String(viewer_reaction !== null) });
  const setLike = async () => {
    const active = like.ariaPressed !== 'true';
    showLikes(await pronet().posts.setReaction(post.id, { reaction_type: 'like', active }));
  };
  const open = make('button', { type: 'button', ariaExpanded: 'false' }, `Comments · ${post.comments_count}`);
  const comments = make('section', { ariaLabel: 'Comments', hidden: true });
  const loadComments = async () => {
    const { items } = await pronet().posts.listComments(post.id, { view: 'full' }, whileShown());
    const field = make('input', { name: 'body', required: true, ariaLabel: 'Your comment', placeholder: 'Comment' });
    const form = onSubmit(make('form', {}, field, make('button', {}, 'Reply')), async (fields) => {
      const { status } = await pronet().posts.createComment(post.id, { body: String(fields.get('body')) });
      if (status === 'pending_approval') return say('It waits for your approval, among the approvals of the console.');
      open.textContent = `Comments · ${++post.comments_count}`;
      if (comments.isConnected) run(loadComments);
    });
    /** @param {(typeof items)[number]} comment */
    const show = (comment) => ('removed' in comment ? ['This comment was removed.'] : showText(comment));
    form.hidden = !may('comments:write');
    comments.replaceChildren(...items.map((comment) => make('article', {}, ...show(comment))), form);
  };
  const toggle = async () => {
    if (comments.hidden) await loadComments();
    comments.hidden = !comments.hidden;
    open.ariaExpanded = String(!comments.hidden);
  };
  like.disabled = !may('posts:write', 'posting');
  if (!like.disabled) like.onclick = () => run(setLike, undefined, like);
  open.onclick = () => run(toggle, undefined, open);
  return make('article', {}, ...showText(item), make('footer', {}, showLikes(post), open), comments);
}

/**
 * Loads the feed from its beginning, or the page after the last one.
 * @param {string} [cursor]
 */
async function loadFeed(cursor) {
  const page = await pronet().feed.list({ view: 'full', cursor }, whileShown());
  if (!cursor) $('#posts').replaceChildren();
  $('#posts').append(...page.items.map(showPost));
  feed = { ...page, newest_cursor: (cursor && feed?.newest_cursor) || page.newest_cursor };
  $('#more').hidden = page.next_cursor === null;
  if (!cursor) $('#news').hidden = true;
}

/** No event says that a followed profile has posted, so the page asks. */
async function countNews() {
  if (!feed || document.hidden) return;
  const { new_count } = await pronet().feed.countNew({ since: feed.newest_cursor }, whileShown());
  $('#news').hidden = new_count === 0;
  $('#news').textContent = `Show ${new_count} new`;
}

async function loadConversations() {
  const { items } = await pronet().conversations.list({}, whileShown());
  const rows = items.map(({ conversation, profile, unread_count }) => {
    const open = make('button', { onclick: () => run(() => loadMessages(conversation.id)) }, profile.name);
    return make('li', {}, open, unread_count > 0 ? ` ${unread_count} new` : '');
  });
  $('#conversations').replaceChildren(...rows);
}

/** @param {string} id */
async function loadMessages(id) {
  conversationId = id;
  const { conversations } = pronet();
  const { items } = await conversations.listMessages(id, {}, whileShown());
  if (id !== conversationId) return; // Another one was opened meanwhile.
  const lines = items.reverse().map(({ mine, body }) => make('li', {}, `${mine ? 'You' : 'They'}: ${body}`));
  $('#messages').replaceChildren(...lines);
  $('#message').hidden = false;
  await conversations.markRead(id);
  await loadConversations();
}

/** @param {Notification} notification */
function showNotification({ type, actor_profile, actor_count, preview, read_at }) {
  const others = actor_count > 1 ? ` and ${actor_count - 1} more` : '';
  const words = `${actor_profile?.name ?? 'The service'}${others}: ${type.replaceAll(/[._]/g, ' ')}`;
  return make('li', {}, read_at ? words : make('b', {}, words), preview ? ` · ${preview}` : '');
}

async function loadNotifications() {
  const { items, unread_count } = await pronet().notifications.list({ limit: 5 }, whileShown());
  $('#notifications').replaceChildren(...items.map(showNotification));
  $('#read').hidden = unread_count === 0;
  $('#read').textContent = `Mark ${unread_count} as read`;
}

async function markRead() {
  await pronet().notifications.markRead();
  await loadNotifications();
}

/**
 * Follows what happens to the acting profile, until another one is chosen. The client reconnects on its own.
 * @param {string} cursor Of before the lists were read: the stream only opens with the first turn of the loop.
 */
async function follow(cursor) {
  const stream = pronet().events.stream({ cursor }, whileShown());
  for await (const { event } of stream) {
    if (event.type === 'message.created') await run(() => showMessage(event.data.conversation_id));
    await run(loadNotifications);
  }
}

/** @param {string} id The conversation that has a new message. */
const showMessage = (id) => (id === conversationId ? loadMessages(id) : loadConversations());

onSubmit($('#post'), async (fields) => {
  const images = fields.getAll('images').flatMap((image) => (image instanceof File && image.size > 0 ? [image] : []));
  const body = String(fields.get('body'));
  /** @type {HTMLProgressElement} */
  const bar = $('#post progress');
  bar.hidden = images.length === 0;
  const alt_text = images.map(() => String(fields.get('alt_text')));
  const { status } = await pronet()
    .posts.createWithImages(
      { body, images, alt_text },
      { onProgress: ({ sentBytes, totalBytes }) => Object.assign(bar, { max: totalBytes, value: sentBytes }) },
    )
    .finally(() => {
      bar.hidden = true;
    });
  if (status === 'pending_approval') say('It waits for your approval, among the approvals of the console.');
  run(loadFeed);
});

onSubmit($('#open'), async (fields) => {
  const [{ profiles, conversations }, ending] = [pronet(), whileShown()];
  const { id: profile_id } = await profiles.get(String(fields.get('username')), {}, ending);
  const { conversation } = await conversations.openDirect({ profile_id }, ending);
  await loadMessages(conversation.id);
});

onSubmit($('#message'), async (fields) => {
  const id = conversationId;
  await pronet().conversations.sendMessage(id, { body: String(fields.get('body')) });
  run(() => showMessage(id));
});

/** Ends the stream and the reads of the profile that was shown, and removes what it saw. No other may use its cursors. */
function leaveProfile() {
  live.abort();
  live = new AbortController();
  [feed, conversationId] = [undefined, ''];
  for (const list of ['#posts', '#notifications', '#conversations', '#messages']) $(list).replaceChildren();
  for (const part of ['#more', '#news', '#read', '#message', '#notice']) $(part).hidden = true;
}

async function load() {
  leaveProfile();
  const [talks, notices] = [may('messages:all', 'messaging'), may('notifications:all')];
  $('#messages-part').hidden = !talks;
  $('#notifications-part').hidden = !notices;
  $('#post').hidden = !may('posts:write');
  if (notices) {
    const { next_cursor: cursor } = await pronet().events.list({ cursor: 'now' }, whileShown());
    run(() => follow(cursor));
  }
  const lists = [may('feed:read') && loadFeed(), talks && loadConversations(), notices && loadNotifications()];
  await run(async () => void (await Promise.all(lists)));
}
acting.onchange = () => run(load);
$('#more').onclick = () => run(() => loadFeed(feed?.next_cursor ?? undefined));
$('#news').onclick = () => run(() => loadFeed());
$('#read').onclick = () => run(markRead);
$('#sign-in').onclick = () => run(async () => location.assign(await oauth.authorizeUrl()));
$('#sign-out').onclick = () => run(() => oauth.revoke().then(() => location.reload()));
setInterval(() => run(countNews), 15_000);
addEventListener('focus', () => run(countNews));

await run(async () => {
  const here = new URL(location.href);
  if (here.search) history.replaceState(null, '', '/');
  const tokens = (await oauth.finish(here)) ?? (await oauth.tokens());
  $('#sign-in').hidden = tokens !== null;
  for (const selector of ['#sign-out', '#as', 'main']) $(selector).hidden = tokens === null;
  if (!tokens) return;
  scopes = tokens.scope.split(' ');
  ({ profiles } = await pronet().me.get());
  if (profiles.length === 0) {
    for (const selector of ['#as', 'main']) $(selector).hidden = true;
    const link = make('a', { href: `${baseUrl}/console/profiles/new` }, 'Create a profile');
    return void $('#no-profile').replaceChildren(link, ' first, then sign out and in again, and choose it.');
  }
  acting.replaceChildren(...profiles.map(({ profile }) => make('option', { value: profile.id }, profile.name)));
  await load();
});
