import type { PostWire } from '../../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { fail } from '../../../core/errors.ts';
import { actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { previewOf } from '../post-cards.ts';
import { type Problem, reportProblem } from '../problems.ts';
import { REPORT_CHOICES } from '../report-reasons.ts';
import { pageAddress } from './relation-forms.ts';

const PATH = '/report';

/** Reports a post or a profile to the operator: `?post=` is an id, `?member=` a username. */
export function reportPages(pages: ConsolePages): void {
  pages.get(PATH, 'home.show_report', (page) => showReport(page));

  pages.post(PATH, 'home.report', async (page, form) => {
    const acting = await actingProfile(page);
    const about = await targetOf(page, acting?.profile.id ?? fail('profile_not_found'));
    const values = { reason: form.one('reason'), comment: form.one('comment') };
    const answer = await page.attempt('POST', '/v1/reports', {
      profileId: acting?.profile.id ?? '',
      body: {
        target_type: about.type,
        target_id: about.id,
        reason: values.reason,
        ...(values.comment.trim() === '' ? {} : { comment: values.comment }),
      },
    });
    if (!answer.ok) return showReport(page, values, reportProblem(answer));
    return page.redirect(about.back, 'report_sent');
  });
}

async function showReport(page: ConsoleContext, values = { reason: '', comment: '' }, problem: Problem | null = null) {
  const acting = await actingProfile(page);
  if (!acting) return page.redirect('/home');
  const about = await targetOf(page, acting.profile.id);
  const to = pageAddress(PATH, {
    post: page.query('post'),
    member: page.query('member'),
    profile: acting.profile.id,
  });
  const title = `Report ${about.words}`;
  return page.show(
    'report',
    { title, shell: 'report', acting, about, to, choices: REPORT_CHOICES, values, problem },
    problem ? 422 : 200,
  );
}

/** What is reported, if the acting profile can see it. */
async function targetOf(page: ConsoleContext, profileId: string) {
  const [post, member] = [page.query('post'), page.query('member')];
  if (post !== undefined) {
    const path = `/v1/posts/${encodeURIComponent(post)}`;
    const shown = previewOf(await page.call<PostWire & { profile: ProfileWire }>('GET', path, { profileId }));
    const words = `a ${shown.isComment ? 'comment' : 'post'} by ${shown.author.name}`;
    return { type: 'post', id: shown.id, words, post: shown, back: '/home' };
  }
  const path = `/v1/profiles/${encodeURIComponent(member ?? fail('profile_not_found'))}`;
  const { id, name, username } = await page.call<ProfileWire>('GET', path, { profileId });
  return { type: 'profile', id, words: name, post: null, back: `/@${username}` };
}
