import { createPronetClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { makeSignIn } from './sign-in.ts';

type Item = { post: Schemas['Post']; profile: Schemas['Profile'] };
type Page = { items: Item[]; next_cursor: string | null; newest_cursor: string };

const $ = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const baseUrl = $<HTMLMetaElement>('meta[name=pronet]').content;
const signIn = makeSignIn(baseUrl);
const acting = $<HTMLSelectElement>('#as select');
const AI = { none: '', assisted: ' · written with AI', generated: ' · written by AI' };
let conversationId = '';
let feed: Page | undefined;

type Tags = HTMLElementTagNameMap;

/** Inserts members' text as text, never as HTML. */
function make<K extends keyof Tags>(name: K, props: Partial<Tags[K]>, ...inside: (Node | string)[]): Tags[K] {
  const element = document.createElement(name);
  Object.assign(element, props).append(...inside);
  return element;
}

async function api() {
  const tokens = await signIn.tokens();
  return createPronetClient({ baseUrl, token: tokens?.access, profileId: acting.value || undefined });
}

async function dataOf<D>(call: Promise<{ data?: D; error?: unknown }>): Promise<NonNullable<D>> {
  const { data, error } = await call;
  if (error) throw error;
  return data as NonNullable<D>;
}

/** Runs an action, and shows the server's message if it fails: in its form, or at the top of the page. */
async function run(work: () => Promise<void>, problem = $('#problem')): Promise<void> {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    const { error: code, error_message } = error as { error?: string; error_message?: string };
    problem.textContent = code === 'access_denied' ? 'You did not allow access.' : (error_message ?? String(error));
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
  const text = make('p', { dir: 'auto' }, post.body ?? post.body_preview);
  return [make('header', {}, avatar, make('span', {}, make('b', {}, name), about)), text, ...pictures];
}

function showPost(item: Item): HTMLElement {
  const { post } = item;
  const params = { path: { post_id: post.id } };
  const like = make('button', { type: 'button' });
  const showLikes = ({ likes_count, viewer_reaction }: Pick<Schemas['Post'], 'likes_count' | 'viewer_reaction'>) =>
    Object.assign(like, { textContent: `♥ Like · ${likes_count}`, ariaPressed: String(viewer_reaction !== null) });
  const setLike = async () => {
    const body = { reaction_type: 'like', active: like.ariaPressed !== 'true' } as const;
    showLikes(await dataOf((await api()).PUT('/v1/posts/{post_id}/reaction', { params, body })));
  };
  const open = make('button', { type: 'button', ariaExpanded: 'false' }, `Comments · ${post.comments_count}`);
  const comments = make('section', { ariaLabel: 'Comments', hidden: true });
  const loadComments = async () => {
    const { items } = await dataOf((await api()).GET('/v1/posts/{post_id}/comments', { params }));
    const field = make('input', { name: 'body', required: true, ariaLabel: 'Your comment', placeholder: 'Comment' });
    const form = onSubmit(make('form', {}, field, make('button', {}, 'Reply')), async (fields) => {
      const body = { body: String(fields.get('body')) };
      await dataOf((await api()).POST('/v1/posts/{post_id}/comments', { params, body }));
      open.textContent = `Comments · ${++post.comments_count}`;
      run(loadComments);
    });
    const show = (comment: (typeof items)[number]) =>
      'removed' in comment ? ['This comment was removed.'] : showText(comment as Item);
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
  const query = { view: 'full', ...(cursor ? { cursor } : {}) } as const;
  const page = (await dataOf((await api()).GET('/v1/feed', { params: { query } }))) as Page;
  if (!cursor) $('#posts').replaceChildren();
  $('#posts').append(...page.items.map(showPost));
  feed = { ...page, newest_cursor: cursor ? feed!.newest_cursor : page.newest_cursor };
  $('#more').hidden = page.next_cursor === null;
  if (!cursor) $('#news').hidden = true;
}

async function countNews(): Promise<void> {
  if (!feed || document.hidden) return;
  const params = { query: { since: feed.newest_cursor } };
  const { new_count } = (await dataOf((await api()).GET('/v1/feed', { params }))) as Schemas['FeedNews'];
  $('#news').hidden = new_count === 0;
  $('#news').textContent = `Show ${new_count} new`;
}

async function loadConversations(): Promise<void> {
  const { items } = await dataOf((await api()).GET('/v1/conversations'));
  const rows = items.map(({ conversation, profile, unread_count }) => {
    const open = make('button', { onclick: () => run(() => loadMessages(conversation.id)) }, profile.name);
    return make('li', {}, open, unread_count > 0 ? ` ${unread_count} new` : '');
  });
  $('#conversations').replaceChildren(...rows);
}

async function loadMessages(id: string): Promise<void> {
  conversationId = id;
  const client = await api();
  const params = { path: { conversation_id: id } };
  const { items } = await dataOf(client.GET('/v1/conversations/{conversation_id}/messages', { params }));
  const lines = items.reverse().map(({ mine, body }) => make('li', {}, `${mine ? 'You' : 'They'}: ${body}`));
  $('#messages').replaceChildren(...lines);
  $('#message').hidden = false;
  await dataOf(client.PUT('/v1/conversations/{conversation_id}/read', { params, body: {} }));
  await loadConversations();
}

onSubmit($('#post'), async (fields, form) => {
  const images = (fields.getAll('images') as File[]).filter(({ size }) => size > 0);
  const body = String(fields.get('body'));
  const bar = form.querySelector('progress')!;
  bar.hidden = images.length === 0;
  const upload = {
    fields: { body, images, alt_text: images.map(() => String(fields.get('alt_text'))) },
    onProgress: ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
      Object.assign(bar, { max: totalBytes, value: sentBytes }),
  };
  const { error } = await (await api()).upload('POST', '/v1/posts/with-images', upload);
  bar.hidden = true;
  if (error) throw error;
  run(loadFeed);
});

onSubmit($('#open'), async (fields) => {
  const client = await api();
  const path = { profile_id: String(fields.get('username')) };
  const { id: profile_id } = await dataOf(client.GET('/v1/profiles/{profile_id}', { params: { path } }));
  const { conversation } = await dataOf(client.POST('/v1/conversations/direct', { body: { profile_id } }));
  await loadMessages(conversation.id);
});

onSubmit($('#message'), async (fields) => {
  const params = { path: { conversation_id: conversationId } };
  const body = { body: String(fields.get('body')) };
  await dataOf((await api()).POST('/v1/conversations/{conversation_id}/messages', { params, body }));
  run(() => loadMessages(conversationId));
});

const load = () => run(async () => void (await Promise.all([loadFeed(), loadConversations()])));
acting.onchange = load;
$('#more').onclick = () => run(() => loadFeed(feed?.next_cursor ?? undefined));
$('#news').onclick = () => run(() => loadFeed());
$('#sign-in').onclick = () => run(signIn.begin);
$('#sign-out').onclick = () => run(() => signIn.end().then(() => location.reload()));
setInterval(() => run(countNews), 30_000);
addEventListener('focus', () => run(countNews));

await run(async () => {
  const tokens = await signIn.tokens();
  $('#sign-in').hidden = tokens !== null;
  for (const selector of ['#sign-out', '#as', 'main']) $(selector).hidden = tokens === null;
  if (!tokens) return;
  const me = await dataOf((await api()).GET('/v1/me'));
  acting.replaceChildren(...me.profiles.map(({ profile }) => make('option', { value: profile.id }, profile.name)));
  await load();
});
