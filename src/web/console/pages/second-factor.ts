import { renderSVG } from 'uqr';
import type { z } from 'zod';
import type { NewSecondFactor, OwnAccount, RecoveryCodes } from '../../../areas/account/schemas.ts';
import { openField, sealField } from '../../kit/sealed-field.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf, type Refused } from '../problems.ts';

const PATH = '/console/account/second-factor';
const PURPOSE = 'secret of a second factor';
const API = '/v1/account/second-factor';
const SUSPENDED_TOO = { suspended: true } as const;

type Begun = z.output<typeof NewSecondFactor>;
type Codes = z.output<typeof RecoveryCodes>;

/** Two-step sign-in: turning it on with a QR code, recovery codes, and turning it off. */
export function secondFactorPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_second_factor', (page) => showState(page), SUSPENDED_TOO);

  pages.post(
    PATH,
    'console.begin_second_factor',
    async (page, form) => {
      const answer = await page.attempt<Begun>('POST', API, { body: { password: form.one('password') } });
      if (!answer.ok) return showState(page, { problem: factorProblem(answer), at: 'begin' }, 422);
      return showSecret(page, answer.data);
    },
    SUSPENDED_TOO,
  );

  pages.post(
    `${PATH}/confirm`,
    'console.confirm_second_factor',
    async (page, form) => {
      const begun = openField(page.ctx, PURPOSE, form.one('begun')) as Begun | null;
      if (!begun) return page.redirect(PATH, 'factor_too_late');
      const answer = await page.attempt<Codes>('POST', `${API}/confirm`, { body: { code: form.one('second_code') } });
      if (!answer.ok) return showSecret(page, begun, factorProblem(answer));
      return showCodes(page, answer.data, 'Two-step sign-in is on');
    },
    SUSPENDED_TOO,
  );

  pages.post(
    `${PATH}/codes`,
    'console.replace_recovery_codes',
    async (page, form) => {
      const body = { password: form.one('password'), code: form.one('second_code') };
      const answer = await page.attempt<Codes>('POST', `${API}/recovery-codes`, { body });
      if (!answer.ok) return showState(page, { problem: factorProblem(answer), at: 'codes' }, 422);
      return showCodes(page, answer.data, 'New recovery codes');
    },
    SUSPENDED_TOO,
  );

  pages.post(
    `${PATH}/remove`,
    'console.remove_second_factor',
    async (page, form) => {
      const body = { password: form.one('password'), code: form.one('second_code') };
      const answer = await page.attempt('DELETE', API, { body });
      if (!answer.ok) return showState(page, { problem: factorProblem(answer), at: 'remove' }, 422);
      return page.redirect('/console/account', 'factor_removed');
    },
    SUSPENDED_TOO,
  );
}

/** Which input was wrong. */
function factorProblem(answer: Refused): Problem {
  const problem = problemOf(answer, { code: 'second_code' });
  if (problem.code === 'wrong_password') problem.fields['password'] = 'This is not your current password.';
  if (problem.code === 'wrong_code') problem.fields['second_code'] = 'Enter the code that the app shows now.';
  return problem;
}

/** `at` names the form with the problem: the page has several. */
async function showState(page: ConsoleContext, refused: { problem?: Problem; at?: string } = {}, status?: number) {
  const own = await page.call<z.output<typeof OwnAccount>>('GET', '/v1/account');
  return page.show('account/second-factor', { title: 'Two-step sign-in', ...own, ...refused }, status);
}

function showSecret(page: ConsoleContext, begun: Begun, problem?: Problem) {
  const data = {
    title: 'Two-step sign-in',
    qr: renderSVG(begun.uri, { border: 3 }),
    secret: begun.secret.replace(/(.{4})(?=.)/g, '$1 '),
    begun: sealField(page.ctx, PURPOSE, begun),
    problem,
  };
  return page.show('account/second-factor-confirm', data, problem ? 422 : 200);
}

function showCodes(page: ConsoleContext, { recovery_codes }: Codes, heading: string) {
  return page.show('account/recovery-codes', { title: heading, heading, codes: recovery_codes });
}
