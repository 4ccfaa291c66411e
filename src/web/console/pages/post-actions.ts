import type { PostWire } from '../../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { REACTION_TYPES, type ReactionType } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import type { InternalResponse } from '../../../http/internal-request.ts';
import type { Form } from '../../kit/form.ts';
import { postView } from '../../public/post-view.ts';
import { actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Notice } from '../notices.ts';
import type { ConsolePages } from '../page-routes.ts';
import { cardsFor, previewOf, reactedTo } from '../post-cards.ts';
import { type Problem, problemOf } from '../problems.ts';
import { changeRelation } from '../relation-changes.ts';
import { showRefusal } from './relation-forms.ts';
import { ownPage } from './sign-in.ts';

const SENTENCES: Record<string, string> = {
  interaction_not_allowed: 'You can’t interact with this member.',
  post_not_found: 'This post was removed.',
};
const AFTER: Partial<Record<string, { notice: Notice; words: string }>> = {
  mute: { notice: 'muted', words: 'Muted. Their posts no longer appear in your feed.' },
  block: { notice: 'blocked', words: 'Blocked. You can unblock them under Network, Blocked.' },
};

/** The buttons of a post: reactions, bookmarks, and what concerns its author. */
export function postActionPages(pages: ConsolePages): void {
  pages.post('/posts/:word', 'home.act_on_post', async (page, form) => {
    const id = page.param('word');
    const wish = form.one('do');
    const back = ownPage(form.one('back')) ?? `/posts/${encodeURIComponent(id)}`;
    const refused = await act(page, form, id, wish);
    const after = AFTER[wish];
    const isPart = page.request.headers['hx-request'] === 'true';
    if (refused && !isPart) {
      const problem = { problem: refused, refused: null };
      return showRefusal(page, problem, back, () =>
        page.show('network/refused', { title: 'Not saved', ...problem, here: back }, 422),
      );
    }
    if (!isPart) return page.redirect(after ? back : `${back}#p-${id}`, after?.notice);
    if (after && !refused) return page.show('posts/card-gone', { title: 'Post', id, words: after.words });
    return showCard(page, form, id, back, refused);
  });
}

/** Does what the button says. Returns why it was refused, or null. */
async function act(page: ConsoleContext, form: Form, id: string, wish: string): Promise<Problem | null> {
  const profileId = form.one('profile');
  const path = `/v1/posts/${encodeURIComponent(id)}`;
  if (wish === 'mute' || wish === 'block') {
    const result = await changeRelation(page, profileId, form);
    return 'notice' in result ? null : result.problem;
  }
  const call = (method: 'PUT' | 'DELETE', part: string, body?: object) =>
    page.attempt(method, `${path}/${part}`, { profileId, ...(body && { body }) });
  const answer: InternalResponse<unknown> =
    wish === 'save' || wish === 'unsave'
      ? await call(wish === 'save' ? 'PUT' : 'DELETE', 'bookmark')
      : await call('PUT', 'reaction', reactionOf(wish));
  if (answer.ok) return null;
  const problem = problemOf(answer);
  return { ...problem, message: SENTENCES[problem.code] ?? problem.message };
}

function reactionOf(wish: string) {
  if (wish === 'take_back') return { reaction_type: 'like', active: false };
  if (!REACTION_TYPES.includes(wish as ReactionType)) fail('invalid_request');
  return { reaction_type: wish, active: true };
}

/** The card as it is now. */
async function showCard(page: ConsoleContext, form: Form, id: string, back: string, problem: Problem | null) {
  const acting = await actingProfile(page, form.one('profile'));
  if (!acting) return page.redirect('/home');
  const [answer, cards] = await Promise.all([
    page.attempt<PostWire & { profile: ProfileWire }>('GET', `/v1/posts/${encodeURIComponent(id)}`, {
      profileId: acting.profile.id,
    }),
    cardsFor(page, acting, back),
  ]);
  if (!answer.ok) {
    const words = SENTENCES[answer.error_code] ?? 'This post can’t be shown now.';
    return page.show('posts/card-gone', { title: 'Post', id, words });
  }
  const isWhole = back.startsWith(`/posts/${id}`);
  const post = isWhole ? postView(answer.data, answer.data.profile) : previewOf(answer.data);
  const reacted = isWhole ? await reactedTo(page, acting, post) : [];
  return page.show(
    'posts/card',
    { title: 'Post', acting, cards, post, problem, isWhole, reacted },
    problem ? 422 : 200,
  );
}
