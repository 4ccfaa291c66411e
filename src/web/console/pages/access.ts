import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  AccessGrantChange,
  AccessGrantPage,
  AccessGrantWire,
  InvitationPage,
} from '../../../areas/access/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { BUDGETS, type Permission } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { withoutAt } from '../../../core/username.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { PERMISSION_CHOICES, permissionsInWords } from '../permission-words.ts';
import { type Problem, problemOf, type Refused } from '../problems.ts';
import { managedProfile } from './profile-edit.ts';

type Grants = z.output<typeof AccessGrantPage>;
type Change = z.output<typeof AccessGrantChange>;
const PATH = '/console/access';
const DAY_END = 'T23:59:59.999Z';

const SENTENCES: Record<string, string> = {
  access_grant_exists: 'This member already has access or an open invitation. Edit that instead.',
  access_grant_not_pending: 'This invitation is no longer open.',
  profile_not_found: 'No member has this username.',
  cannot_target_self: 'A profile can’t be its own manager.',
  permission_denied: 'You can’t give more permissions than you have.',
};

export function accessPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_access', (page) => showOverview(page));

  pages.post(`${PATH}/invitations/:grant_id`, 'console.answer_invitation', async (page, form) => {
    const decision = form.one('decision');
    const path = `/v1/profile-access/invitations/${page.segment('grant_id')}/respond`;
    const answer = await page.attempt('POST', path, { body: { decision } });
    if (!answer.ok) return showOverview(page, accessProblem(answer));
    return page.redirect(PATH, decision === 'accept' ? 'access_accepted' : 'access_declined');
  });

  pages.get(`${PATH}/:id`, 'console.list_access', (page) => showProfile(page, { chosen: [], values: {} }));

  const usernameOf = (form: Form) => withoutAt(form.one('username').trim()).toLowerCase();
  const inviteAgain = (page: ConsoleContext, form: Form, problem: Problem) => {
    const values = { ...limitsOf(form), username: usernameOf(form) };
    return showProfile(page, { chosen: form.many('permission'), values, problem, open: form.one('public') === 'on' });
  };
  const invite = async (page: ConsoleContext, form: Form) => {
    const username = usernameOf(form);
    const again = (problem: Problem) => inviteAgain(page, form, problem);
    const found = await page.attempt<{ id: string }>('GET', `/v1/profiles/${encodeURIComponent(username || '-')}`);
    if (!found.ok) {
      const message = SENTENCES['profile_not_found']!;
      return again({
        code: 'profile_not_found',
        message: 'The invitation was not sent.',
        fields: { username: message },
      });
    }
    const answer = await page.attempt('POST', `/v1/profiles/${page.segment('id')}/access`, {
      idempotencyKey: form.one('once'),
      body: { manager_profile_id: found.data.id, ...wantedOf(form) },
    });
    return answer.ok ? page.redirect(`${PATH}/${page.segment('id')}`, 'access_invited') : again(accessProblem(answer));
  };
  pages.post(`${PATH}/:id`, 'console.invite', invite, {
    keeps: (page, form, _upload, problem) => inviteAgain(page, form, problem),
  });

  pages.get(`${PATH}/:id/:grant_id`, 'console.show_grant', async (page) => {
    const { grant } = await findGrant(page);
    return showGrant(page, { chosen: grant.permissions, values: valuesOf(grant), open: grant.public });
  });

  const grantAgain = (page: ConsoleContext, form: Form, problem: Problem) => {
    const open = form.one('public') === 'on';
    return showGrant(page, { chosen: form.many('permission'), values: limitsOf(form), open, problem });
  };
  const updateGrant = async (page: ConsoleContext, form: Form) => {
    const answer = await page.attempt<Change>('PATCH', grantPath(page), { body: wantedOf(form) });
    if (answer.ok) {
      const below = belowOf(answer.data);
      if (below) return showChange(page, 'Access changed', below);
      return page.redirect(`${PATH}/${page.segment('id')}`, 'access_changed');
    }
    return grantAgain(page, form, accessProblem(answer));
  };
  pages.post(`${PATH}/:id/:grant_id`, 'console.update_grant', updateGrant, {
    keeps: (page, form, _upload, problem) => grantAgain(page, form, problem),
  });

  pages.post(`${PATH}/:id/:grant_id/end`, 'console.end_grant', async (page) => {
    const below = belowOf(await page.call<Change>('DELETE', grantPath(page)));
    return below ? showChange(page, 'Access revoked', below) : page.redirect(PATH, 'access_ended');
  });
}

const grantPath = (page: ConsoleContext) => `/v1/profile-access/${page.segment('grant_id')}`;

function accessProblem(answer: Refused): Problem {
  const problem = problemOf(answer, { permissions: 'permission', expires_at: 'ends', manager_profile_id: 'username' });
  for (const budget of BUDGETS) {
    const words = problem.fields[`budget.${budget}`];
    if (words) problem.fields[budget] = words;
  }
  return { ...problem, message: SENTENCES[problem.code] ?? problem.message };
}

/** The fields of the grant form, as typed. */
function limitsOf(form: Form): Record<string, string> {
  return Object.fromEntries([...BUDGETS, 'ends'].map((name) => [name, form.one(name).trim()]));
}

/** The request body for `/v1`. An empty field means no limit. */
function wantedOf(form: Form) {
  const { ends = '', ...numbers } = limitsOf(form);
  const budget = Object.fromEntries(BUDGETS.map((name) => [name, numbers[name] ? Number(numbers[name]) : null]));
  return {
    permissions: form.many('permission'),
    budget,
    expires_at: expiryOf(ends, form.one('expires_at')),
    public: form.one('public') === 'on',
  };
}

/** The last day on which a grant can be used (UTC). */
const lastDayOf = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);

/** A last day that was not changed keeps the time, which the API may have set. */
function expiryOf(lastDay: string, current: string): string | null {
  if (lastDay === '') return null;
  const isKept = Number.isFinite(Date.parse(current)) && lastDayOf(current) === lastDay;
  return isKept ? current : `${lastDay}${DAY_END}`;
}

function valuesOf({ budget, expires_at }: AccessGrantWire): Record<string, string> {
  const numbers = BUDGETS.map((name) => [name, String(budget?.[name]?.limit ?? '')]);
  return { ...Object.fromEntries(numbers), ends: expires_at === null ? '' : lastDayOf(expires_at) };
}

function aboutGrant(grant: AccessGrantWire) {
  return { grant, manager: grant.manager_profile as ProfileWire, may: permissionsInWords(grant.permissions) };
}

/** The delegated grants that are revoked or reduced with a grant; null if there are none. */
function belowOf({ ended_grants: ended, narrowed_grants: narrowed }: Change) {
  if (ended.length + narrowed.length === 0) return null;
  return { ended: ended.map(aboutGrant), narrowed: narrowed.map(aboutGrant) };
}

/** A page rather than a notice, because it lists grants that the person did not name. */
function showChange(page: ConsoleContext, title: string, below: object) {
  return page.show('access/changed', { title, profileId: page.param('id'), below });
}

async function showOverview(page: ConsoleContext, problem: Problem | null = null) {
  const [{ items }, managed] = await Promise.all([
    page.call<z.output<typeof InvitationPage>>('GET', '/v1/profile-access/invitations', { query: { limit: '50' } }),
    page.profiles(),
  ]);
  const invitations = items.map(({ access_grant, managed_profile }) => ({
    ...aboutGrant(access_grant),
    managed: managed_profile as ProfileWire,
  }));
  const mine = managed.filter(({ owned, permissions }) => owned || permissions.includes('access_management'));
  const others = managed
    .filter(({ owned }) => !owned)
    .map(({ profile, permissions }) => ({ profile, may: permissionsInWords(permissions as Permission[]) }));
  const data = { title: 'Access', invitations, mine, others, problem };
  return page.show('access/overview', data, problem ? 422 : 200);
}

function loadGrants(page: ConsoleContext, status: 'pending' | 'accepted') {
  const path = `/v1/profiles/${page.segment('id')}/access`;
  return page.call<Grants>('GET', path, { query: { limit: '50', status } });
}

async function findGrant(page: ConsoleContext) {
  const pages = await Promise.all([loadGrants(page, 'accepted'), loadGrants(page, 'pending')]);
  const grant = pages.flatMap(({ items }) => items).find(({ id }) => id === page.param('grant_id').toLowerCase());
  return { grant: grant ?? fail('access_grant_not_found'), mayManage: pages[0].can_manage_access };
}

type Choices = { chosen: readonly string[]; values: object; problem?: Problem; open?: boolean };

async function showProfile(page: ConsoleContext, choices: Choices) {
  const { profile, owned } = await managedProfile(page);
  const [accepted, pending] = await Promise.all([loadGrants(page, 'accepted'), loadGrants(page, 'pending')]);
  const data = {
    title: `Access to ${profile.name}`,
    profile,
    owned,
    mayManage: accepted.can_manage_access,
    accepted: accepted.items.map(aboutGrant),
    pending: pending.items.map(aboutGrant),
    permissions: PERMISSION_CHOICES,
    once: randomUUID(),
    ...choices,
  };
  return page.show('access/profile', data, choices.problem ? 422 : 200);
}

async function showGrant(page: ConsoleContext, choices: Choices) {
  const { profile } = await managedProfile(page);
  const { grant, mayManage } = await findGrant(page);
  const about = aboutGrant(grant);
  const revocation = await page.attempt<Change>('DELETE', grantPath(page), { dryRun: true });
  const data = {
    title: `Access of ${about.manager.name}`,
    profile,
    mayManage,
    ...about,
    mayOpen: grant.status === 'pending' || grant.public,
    below: revocation.ok ? belowOf(revocation.data) : null,
    permissions: PERMISSION_CHOICES,
  };
  return page.show('access/grant', { ...data, ...choices }, choices.problem ? 422 : 200);
}
