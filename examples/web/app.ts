import { type FullFeedPage, type FullPost, OAuth, OAuthError, type Profile, Pronet } from '@pronet/client';

type Item = { post: FullPost; profile: Profile };

const $ = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const baseUrl = $<HTMLMetaElement>('meta[name=pronet]').content;
// Tokens are stored in this tab and deleted with it.
const oauth = new OAuth({
  baseUrl,
  redirectUri: `${location.origin}/`,
  scopes: ['feed:read', 'posts:write', 'comments:write', 'messages:all'],
  clientName: 'Example web client',
  storage: sessionStorage,
});
const acting = $<HTMLSelectElement>('#as select');
const pronet = () => new Pronet({ baseUrl, token: () => oauth.accessToken(), profileId: acting.value || undefined });
const AI = { none: '', assisted: ' · written with AI', generated: ' · written by AI' };
let conversationId = '';
let feed: FullFeedPage | undefined;

type Tags = HTMLElementTagNameMap;

/** Inserts members' text as text, never as HTML. */
function make<K extends keyof Tags>(name: K, props: Partial<Tags[K]>, ...inside: (Node | string)[]): Tags[K] {
  const element = document.createElement(name);
  Object.assign(element, props).append(...inside);
  return element;
}

/** Runs an action, and shows the server's message if it fails: in its form, or at the top of the page. */
async function run(work: () => Promise<void>, problem = $('#problem')): Promise<void> {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    const isDenied = error instanceof OAuthError && error.code === 'access_denied';
    problem.textContent = isDenied ? 'You did not allow access.' : (error as Error).message;
    problem.hidden = false;
  }
}

function onSubmit(form: HTMLFormElement, work: (fields: FormData, form: HTMLFormElement) => Promise<void>) {
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  form.append(problem);
  form.onsubmit = (event) => {
    event.preventDefault();
    run(() => work(new FormData(form), form).then(() => form.reset()), problem);
  };
  return form;
}

function ago(at: string): string {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -1440) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}

function showText({ post, profile }: Item): Node[] {
  const { name, username, media } = profile;
  const url = media.avatar.light.small_url;
  const avatar = url ? make('img', { src: url, alt: '' }) : make('span', { ariaHidden: 'true' }, name[0]!);
  avatar.className = 'avatar';
  const about = make('small', {}, ` @${username} · ${ago(post.published_at!)}${AI[post.ai_disclosure]}`);
  const pictures = post.images.map(({ url, width, height, alt_text }) =>
    make('img', { src: url, width, height, alt: alt_text ?? '', loading: 'lazy' }),
  );
  const text = make('p', { dir: 'auto' }, post.body);
  return [make('header', {}, avatar, make('span', {}, make('b', {}, name), about)), text, ...pictures];
}

function showPost(item: Item): HTMLElement {
  const { post } = item;
  const like = make('button', { type: 'button' });
  const showLikes = ({ likes_count, viewer_reaction }: Pick<FullPost, 'likes_count' | 'viewer_reaction'>) =>
    Object.assign(like, { textContent: `♥ Like · ${likes_count}`, ariaPressed: String(viewer_reaction !== null) });
  const setLike = async () => {
    const active = like.ariaPressed !== 'true';
    showLikes(await pronet().posts.setReaction(post.id, { reaction_type: 'like', active }));
  };
  const open = make('button', { type: 'button', ariaExpanded: 'false' }, `Comments · ${post.comments_count}`);
  const comments = make('section', { ariaLabel: 'Comments', hidden: true });
  const loadComments = async () => {
    const { items } = await pronet().posts.listComments(post.id, { view: 'full' });
    const field = make('input', { name: 'body', required: true, ariaLabel: 'Your comment', placeholder: 'Comment' });
    const form = onSubmit(make('form', {}, field, make('button', {}, 'Reply')), async (fields) => {
      await pronet().posts.createComment(post.id, { body: String(fields.get('body')) });
      open.textContent = `Comments · ${++post.comments_count}`;
      run(loadComments);
    });
    const show = (comment: (typeof items)[number]) =>
      'removed' in comment ? ['This comment was removed.'] : showText(comment);
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

/** Loads the feed from its beginning, or the page after the last one. */
async function loadFeed(cursor?: string): Promise<void> {
  const page = await pronet().feed.list({ view: 'full', cursor });
  if (!cursor) $('#posts').replaceChildren();
  $('#posts').append(...page.items.map(showPost));
  feed = { ...page, newest_cursor: cursor ? feed!.newest_cursor : page.newest_cursor };
  $('#more').hidden = page.next_cursor === null;
  if (!cursor) $('#news').hidden = true;
}

async function countNews(): Promise<void> {
  if (!feed || document.hidden) return;
  const { new_count } = await pronet().feed.countNew({ since: feed.newest_cursor });
  $('#news').hidden = new_count === 0;
  $('#news').textContent = `Show ${new_count} new`;
}

async function loadConversations(): Promise<void> {
  const { items } = await pronet().conversations.list();
  const rows = items.map(({ conversation, profile, unread_count }) => {
    const open = make('button', { onclick: () => run(() => loadMessages(conversation.id)) }, profile.name);
    return make('li', {}, open, unread_count > 0 ? ` ${unread_count} new` : '');
  });
  $('#conversations').replaceChildren(...rows);
}

async function loadMessages(id: string): Promise<void> {
  conversationId = id;
  const { conversations } = pronet();
  const { items } = await conversations.listMessages(id);
  const lines = items.reverse().map(({ mine, body }) => make('li', {}, `${mine ? 'You' : 'They'}: ${body}`));
  $('#messages').replaceChildren(...lines);
  $('#message').hidden = false;
  await conversations.markRead(id);
  await loadConversations();
}

onSubmit($('#post'), async (fields, form) => {
  const images = (fields.getAll('images') as File[]).filter(({ size }) => size > 0);
  const body = String(fields.get('body'));
  const bar = form.querySelector('progress')!;
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
  const { profiles, conversations } = pronet();
  const { id: profile_id } = await profiles.get(String(fields.get('username')));
  const { conversation } = await conversations.openDirect({ profile_id });
  await loadMessages(conversation.id);
});

onSubmit($('#message'), async (fields) => {
  await pronet().conversations.sendMessage(conversationId, { body: String(fields.get('body')) });
  run(() => loadMessages(conversationId));
});

const load = () => run(async () => void (await Promise.all([loadFeed(), loadConversations()])));
acting.onchange = load;
$('#more').onclick = () => run(() => loadFeed(feed?.next_cursor ?? undefined));
$('#news').onclick = () => run(() => loadFeed());
$('#sign-in').onclick = () => run(async () => location.assign(await oauth.authorizeUrl()));
$('#sign-out').onclick = () => run(() => oauth.revoke().then(() => location.reload()));
setInterval(() => run(countNews), 30_000);
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
