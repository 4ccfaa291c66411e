import { randomUUID } from 'node:crypto';
import type { SingleProfileWire } from '../../../areas/profiles/schemas.ts';
import { LIMITS } from '../../../core/limits.ts';
import { postPage } from '../../public/post-page.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import { otherThanActing } from '../composer.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { cardsFor, reactedTo } from '../post-cards.ts';
import { postProblem, type WholePost } from '../post-form.ts';
import type { Problem } from '../problems.ts';
import { moved, readerFor } from '../public-reader.ts';
import { asideFor } from '../side-column.ts';
import { pageAddress } from './relation-forms.ts';

type Answer = { body: string; as: string; once: string };

/** A post with its comments, and a form for another one. */
export function threadPages(pages: ConsolePages): void {
  pages.get('/posts/:word', 'home.show_post', (page) => showThread(page), { hasPublicPage: true });

  pages.post('/posts/:word/comments', 'home.create_comment', async (page, form) => {
    const typed = { body: form.one('body'), as: form.one('as'), once: form.one('once') };
    const answer = await page.attempt<WholePost>('POST', `/v1/posts/${page.segment('word')}/comments`, {
      profileId: typed.as,
      idempotencyKey: typed.once,
      body: { body: typed.body },
    });
    if (!answer.ok) return showThread(page, { typed, problem: postProblem(answer) });
    const isPublished = answer.data.status === 'published';
    const here = pageAddress(`/posts/${page.segment('word')}`, { as: await otherThanActing(page, typed.as) });
    return page.redirect(
      isPublished ? `${here}#p-${answer.data.id}` : here,
      isPublished ? 'comment_created' : 'post_submitted',
    );
  });
}

async function showThread(page: ConsoleContext, refused?: { typed: Answer; problem: Problem }) {
  const acting = await actingProfile(page);
  const id = page.param('word');
  const cursor = page.query('cursor');
  const back = pageAddress(`/posts/${page.segment('word')}`, { cursor });
  const shown = await postPage(readerFor(page, acting), id, cursor);
  if (shown.data === undefined) return moved(page, shown.path);
  const { head, ...thread } = shown.data;
  // Before its publication it has a form, and nobody can react to it.
  if (thread.post.at === null) return page.redirect(`/console/posts/${thread.post.author.id}/${thread.post.id}`);
  const [cards, aside, answer, reacted, author] = await Promise.all([
    cardsFor(page, acting, back),
    asideFor(page, acting, thread.post.author.id),
    answerFor(page, acting, refused?.typed),
    reactedTo(page, acting, thread.post),
    authorOf(page, acting, thread.post.author.id),
  ]);
  const isFocused = refused !== undefined || page.query('answer') !== undefined;
  const data = {
    title: head.title,
    shell: 'post',
    acting,
    cards,
    ...aside,
    ...thread,
    answer,
    author,
    reacted,
    isFocused,
  };
  return page.show('posts/thread', { ...data, problem: refused?.problem ?? null }, refused ? 422 : 200);
}

/** The author of the post, to follow next to it; null for a profile of the person. */
async function authorOf(page: ConsoleContext, acting: ActingProfile | null, id: string) {
  if (!acting || page.principal.profiles.has(id)) return null;
  const answer = await page.attempt<SingleProfileWire>('GET', `/v1/profiles/${id}`, { profileId: acting.profile.id });
  return answer.ok ? { ...answer.data, following: answer.data.viewer?.following ?? false } : null;
}

/** The form for a comment; null if no profile of the person may write one. */
async function answerFor(page: ConsoleContext, acting: ActingProfile | null, typed?: Answer) {
  const writers = (await page.profiles()).filter(
    ({ permissions }) => permissions.includes('commenting') || permissions.includes('drafting'),
  );
  const preferred = typed?.as ?? page.query('as') ?? acting?.profile.id;
  const as = writers.find(({ profile }) => profile.id === preferred) ?? writers[0];
  if (!as) return null;
  return {
    choices: writers.map(({ profile, permissions }) => ({
      id: profile.id,
      profile,
      label: permissions.includes('commenting') ? profile.name : `${profile.name}, for approval`,
    })),
    profile: as.profile,
    body: typed?.body ?? '',
    once: typed?.once || randomUUID(),
    maxLength: LIMITS.post_body.max_length,
  };
}
