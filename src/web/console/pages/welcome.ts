import { randomUUID } from 'node:crypto';
import { LIMITS, TIMEOUTS } from '../../../core/limits.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { cardsFor } from '../post-cards.ts';
import type { Problem } from '../problems.ts';
import { readSuggestions } from '../side-column.ts';
import { profileProblem } from './profile-problems.ts';

/** The first steps of a new member. */
export const WELCOME = '/home/welcome';
/** The last step, which is also a page of its own. */
export const AGENT_START = '/home/agent';
/** What follows the form for the first profile. Each step can be skipped. */
const STEPS = ['picture', 'people', 'hello'] as const;
type Step = (typeof STEPS)[number];
const TITLES: Record<Step, string> = {
  picture: 'Add a picture',
  people: 'Follow a few members',
  hello: 'Say hello',
};
const PEOPLE = 5;

const addressOf = (step: Step | undefined) => (step === undefined ? AGENT_START : `${WELCOME}?step=${step}`);

/** Steps have their own frame. Before those here is the form for the profile, after them the agent. */
const frameOf = (at: number) => ({
  shell: 'welcome',
  number: at + 2,
  count: STEPS.length + 2,
  // A profile is created once.
  back: at > 0 ? addressOf(STEPS[at - 1]) : null,
});
export const FIRST_STEP = frameOf(-1);
export const AGENT_STEP = frameOf(STEPS.length);

/** The first steps of a new member, after its profile: a picture, members to follow, and a first post. */
export function welcomePages(pages: ConsolePages): void {
  pages.get(WELCOME, 'home.show_welcome', (page) => showStep(page));

  pages.post(
    WELCOME,
    'home.set_first_picture',
    async (page, _form, upload) => {
      const acting = await actingProfile(page);
      const file = await upload?.next();
      if (!acting || !file) return page.redirect(addressOf('people'));
      const path = `/v1/profiles/${acting.profile.id}/avatar`;
      const answer = await page.attempt('PUT', path, { query: { theme: 'light' }, raw: file.body });
      return answer.ok ? page.redirect(addressOf('people')) : showStep(page, profileProblem(answer));
    },
    { upload: { fileField: 'image', maxFiles: 1 }, bodyTimeoutMs: TIMEOUTS.http_upload_ms },
  );

  pages.post(`${WELCOME}/follow`, 'home.follow_suggested', async (page) => {
    const acting = await actingProfile(page);
    if (!acting) return page.redirect('/home');
    for (const { id, following } of (await readSuggestions(page, acting)).slice(0, PEOPLE)) {
      const body = { followed_profile_id: id };
      if (!following) await page.attempt('POST', '/v1/profile-follows', { profileId: acting.profile.id, body });
    }
    return page.redirect(addressOf('people'));
  });
}

async function showStep(page: ConsoleContext, problem: Problem | null = null) {
  const acting = await actingProfile(page);
  if (!acting) return page.redirect(`/console/profiles/new?next=${encodeURIComponent(WELCOME)}`);
  const step = STEPS.find((one) => one === page.query('step')) ?? STEPS[0];
  const at = STEPS.indexOf(step);
  const data = {
    title: TITLES[step],
    ...frameOf(at),
    acting,
    step,
    next: addressOf(STEPS[at + 1]),
    problem,
    ...(await dataOf(page, step, acting)),
  };
  return page.show('welcome/step', data, problem ? 422 : 200);
}

async function dataOf(page: ConsoleContext, step: Step, acting: ActingProfile) {
  if (step === 'picture') {
    const { max_bytes: maxBytes, stored_pixels: storedPixels } = LIMITS.image;
    return { maxBytes, storedPixels };
  }
  if (step === 'hello') return { once: randomUUID() };
  const [suggested, cards] = await Promise.all([readSuggestions(page, acting), cardsFor(page, acting)]);
  return { suggested: suggested.slice(0, PEOPLE), cards };
}
