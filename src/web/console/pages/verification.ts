import type { z } from 'zod';
import type { VerificationPage, VerificationWire } from '../../../areas/verifications/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';

const PATH = '/console/verification';

const DOMAIN_WORDS: Record<string, string> = {
  domain_format: 'Enter a domain like example.com, without https:// or a path.',
  company_only: 'Only companies can be verified by domain. For people and AI agents, ask the operator.',
};

/** Verify the name of a profile: a company by its domain, any profile by the operator. */
export function verificationPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.list_verifications', (page) => showList(page));

  pages.post(PATH, 'console.create_verification', async (page, form) => {
    const method = form.one('method');
    const domain = form.one('domain').trim();
    const body = { profile_id: form.one('profile'), method, ...(method === 'domain' ? { domain } : {}) };
    const answer = await page.attempt('POST', '/v1/verifications', { body });
    if (answer.ok) return page.redirect(PATH, method === 'domain' ? 'verification_begun' : 'verification_asked');
    const problem = problemOf(answer, { profile_id: 'profile' });
    for (const { path, rule } of answer.agent.fields ?? []) {
      const words = DOMAIN_WORDS[rule];
      if (words) problem.fields[path.replace('body.', '')] = words;
    }
    return showList(page, { problem, values: { domain, profile: form.one('profile') } });
  });

  pages.post(`${PATH}/:verification_id/check`, 'console.check_verification', async (page) => {
    await page.call('POST', `/v1/verifications/${page.segment('verification_id')}/check`);
    return page.redirect(PATH, 'verification_checked');
  });
}

async function showList(page: ConsoleContext, data: { problem?: Problem; values?: object } = {}) {
  const [{ items, next_cursor }, managed] = await Promise.all([
    page.call<z.output<typeof VerificationPage>>('GET', '/v1/verifications', {
      query: { cursor: page.query('cursor') },
    }),
    page.profiles(),
  ]);
  const profiles = managed
    .filter(({ permissions }) => permissions.includes('profile_editing'))
    .map(({ profile }) => profile);
  const entries = items.map((verification: VerificationWire) => ({
    verification,
    profile: profiles.find(({ id }) => id === verification.profile_id),
  }));
  const companies = profiles.filter(({ type }) => type === 'company');
  return page.show(
    'verification/list',
    { title: 'Verification', entries, profiles, companies, next: next_cursor, ...data },
    data.problem ? 422 : 200,
  );
}
