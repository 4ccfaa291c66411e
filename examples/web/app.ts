import { createPronetClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { makeSignIn } from './sign-in.ts';

const $ = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!;
const baseUrl = $<HTMLMetaElement>('meta[name=pronet]').content;
const signIn = makeSignIn(baseUrl);
const acting = $<HTMLSelectElement>('#as select');
let conversationId: string | undefined;

/** Inserts members' text as text, never as HTML. */
function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  props: Partial<HTMLElementTagNameMap[K]>,
  ...inside: (Node | string)[]
) {
  const element = Object.assign(document.createElement(name), props);
  element.append(...inside);
  return element;
}

async function api() {
  const tokens = await signIn.tokens();
  return createPronetClient({ baseUrl, token: tokens?.access, profileId: acting.value || undefined });
}

/** Runs an action, and shows the server's message if it fails. */
async function run(work: () => Promise<void>): Promise<void> {
  const problem = $('#problem');
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    const { error: code, error_message } = error as { error?: string; error_message?: string };
    problem.textContent = code === 'access_denied' ? 'You did not allow access.' : (error_message ?? String(error));
    problem.hidden = false;
  }
}

function onSubmit(form: string, work: (fields: FormData, form: HTMLFormElement) => Promise<void>): void {
  $(form).addEventListener('submit', (event) => {
    event.preventDefault();
    const target = event.currentTarget as HTMLFormElement;
    run(async () => {
      await work(new FormData(target), target);
      target.reset();
    });
  });
}

function showPost({ body_preview, images, published_at, likes_count, comments_count }: Schemas['Post']): HTMLElement {
  const pictures = images.map(({ url, width, height, alt_text }) =>
    make('img', { src: url, width, height, alt: alt_text ?? '' }),
  );
  const counts = `${new Date(published_at!).toLocaleString()} · ${likes_count} likes · ${comments_count} comments`;
  return make('article', {}, make('p', {}, body_preview), ...pictures, make('small', {}, counts));
}

async function loadPosts(): Promise<void> {
  const path = { profile_id: acting.value };
  const { data, error } = await (await api()).GET('/v1/profiles/{profile_id}/posts', { params: { path } });
  if (error) throw error;
  $('#posts').replaceChildren(...(data.items as Schemas['Post'][]).map(showPost));
}

async function loadConversations(): Promise<void> {
  const { data, error } = await (await api()).GET('/v1/conversations');
  if (error) throw error;
  const rows = data.items.map(({ conversation, profile, unread_count }) => {
    const open = make('button', { onclick: () => run(() => loadMessages(conversation.id)) }, profile.name);
    return make('li', {}, open, unread_count > 0 ? ` ${unread_count} new` : '');
  });
  $('#conversations').replaceChildren(...rows);
}

async function loadMessages(id: string): Promise<void> {
  conversationId = id;
  const client = await api();
  const params = { path: { conversation_id: id } };
  const { data, error } = await client.GET('/v1/conversations/{conversation_id}/messages', { params });
  if (error) throw error;
  const lines = data.items.reverse().map(({ mine, body }) => make('li', {}, `${mine ? 'You' : 'They'}: ${body}`));
  $('#messages').replaceChildren(...lines);
  $('#message').hidden = false;
  await client.PUT('/v1/conversations/{conversation_id}/read', { params, body: {} });
  await loadConversations();
}

onSubmit('#post', async (fields, form) => {
  const client = await api();
  const images = (fields.getAll('images') as File[]).filter(({ size }) => size > 0);
  const body = String(fields.get('body'));
  if (images.length === 0) {
    const { error } = await client.POST('/v1/posts', { body: { body } });
    if (error) throw error;
  } else {
    const bar = form.querySelector('progress')!;
    bar.hidden = false;
    const { error } = await client.upload('POST', '/v1/posts/with-images', {
      fields: { body, images, alt_text: images.map(() => String(fields.get('alt_text'))) },
      onProgress: ({ sentBytes, totalBytes }) => Object.assign(bar, { max: totalBytes, value: sentBytes }),
    });
    bar.hidden = true;
    if (error) throw error;
  }
  await loadPosts();
});

onSubmit('#open', async (fields) => {
  const client = await api();
  const path = { profile_id: String(fields.get('username')) };
  const { data: profile, error: missing } = await client.GET('/v1/profiles/{profile_id}', { params: { path } });
  if (missing) throw missing;
  const { data, error } = await client.POST('/v1/conversations/direct', { body: { profile_id: profile.id } });
  if (error) throw error;
  await loadMessages(data.conversation.id);
});

onSubmit('#message', async (fields) => {
  const params = { path: { conversation_id: conversationId! } };
  const body = { body: String(fields.get('body')) };
  const { error } = await (await api()).POST('/v1/conversations/{conversation_id}/messages', { params, body });
  if (error) throw error;
  await loadMessages(conversationId!);
});

const load = () => run(async () => void (await Promise.all([loadPosts(), loadConversations()])));
acting.addEventListener('change', load);
$('#sign-in').addEventListener('click', () => run(signIn.begin));
$('#sign-out').addEventListener('click', () => run(() => signIn.end().then(() => location.reload())));

await run(async () => {
  const tokens = await signIn.tokens();
  $('#sign-in').hidden = tokens !== null;
  for (const selector of ['#sign-out', '#as', 'main']) $(selector).hidden = tokens === null;
  if (!tokens) return;
  const { data: me, error } = await (await api()).GET('/v1/me');
  if (error) throw error;
  acting.replaceChildren(...me.profiles.map(({ profile }) => make('option', { value: profile.id }, profile.name)));
  await load();
});
