import { OAuth, OAuthError, Pronet } from '@pronet/client';

/** @import { FullFeedPage, FullPost, Notification, Profile } from '@pronet/client' */
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
let conversationId = '';
/** @type {FullFeedPage | undefined} */
let feed;
let live = new AbortController();
/** For reads: they end when another profile is chosen, to which what they return does not belong. */
const whileShown = () => ({ signal: live.signal });

/**
 * Inserts members' text as text, never as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Partial<HTMLElementTagNameMap[K]>} props
 * @param {(Node | string)[]} inside
 */
function make(name, props, ...inside) {
  const element = document.createElement(name);
  Object.assign(element, props).append(...inside);
  return element;
}

/**
 * Runs an action, and shows the server's message if it fails: in its form, or at the top of the page.
 * @param {() => Promise<void>} work
 */
async function run(work, problem = $('#problem')) {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const isDenied = error instanceof OAuthError && error.code === 'access_denied';
    problem.textContent = isDenied
      ? 'You did not allow access.'
      : error instanceof Error
        ? error.message
        : 'It failed.';
    problem.hidden = false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {(fields: FormData) => Promise<void>} work
 */
function onSubmit(form, work) {
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  form.append(problem);
  form.onsubmit = (event) => {
    event.preventDefault();
    run(() => work(new FormData(form)).then(() => form.reset()), problem);
  };
  return form;
}

/** @param {string} at */
function ago(at) {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -1440) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}

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
      await pronet().posts.createComment(post.id, { body: String(fields.get('body')) });
      open.textContent = `Comments · ${++post.comments_count}`;
      if (comments.isConnected) run(loadComments);
    });
    /** @param {(typeof items)[number]} comment */
    const show = (comment) => ('removed' in comment ? ['This comment was removed.'] : showText(comment));
    comments.replaceChildren(...items.map((comment) => make('article', {}, ...show(comment))), form);
  };
  const toggle = async () => {
    if (comments.hidden) await loadComments();
    comments.hidden = !comments.hidden;
    open.ariaExpanded = String(!comments.hidden);
  };
  like.onclick = () => run(setLike);
  open.onclick = () => run(toggle);
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
  await pronet()
    .posts.createWithImages(
      { body, images, alt_text },
      { onProgress: ({ sentBytes, totalBytes }) => Object.assign(bar, { max: totalBytes, value: sentBytes }) },
    )
    .finally(() => {
      bar.hidden = true;
    });
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
  for (const part of ['#more', '#news', '#read', '#message']) $(part).hidden = true;
}

async function load() {
  leaveProfile();
  const { next_cursor: cursor } = await pronet().events.list({ cursor: 'now' }, whileShown());
  run(() => follow(cursor));
  await run(async () => void (await Promise.all([loadFeed(), loadConversations(), loadNotifications()])));
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
  const me = await pronet().me.get();
  acting.replaceChildren(...me.profiles.map(({ profile }) => make('option', { value: profile.id }, profile.name)));
  await load();
});
