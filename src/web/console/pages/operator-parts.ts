import type { FastifyReply } from 'fastify';
import { lacksSecondFactor } from '../../../auth/operator.ts';
import { ApiError, fail } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { OPERATOR_TASKS, type OperatorTask, opens } from '../../../core/operator-roles.ts';
import { line } from '../../../core/text.ts';
import { withoutLeaked } from '../../../http/leaked-secrets.ts';
import { type Form, formOf } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, RECENT_SIGN_IN } from '../problems.ts';

const SECOND_FACTOR = '/console/account/second-factor';

type ShowAgain = (page: ConsoleContext, form: Form, problem: Problem) => Promise<FastifyReply>;
type OperatorPages = {
  get: ConsolePages['get'];
  /** `again`: shows a form that needs a recent sign-in, with what was typed, if there was none or another session has begun. */
  post(
    path: string,
    operation: string,
    act: (page: ConsoleContext, form: Form) => Promise<FastifyReply>,
    again?: ShowAgain,
  ): void;
};

/**
 * Restricts pages to operators with a role for the task that are not suspended; others get 404, and operators who lack a second factor the page that
 * turns it on. Masks leaked secrets, as `/v1` would.
 */
export function forOperators(pages: ConsolePages, task: OperatorTask): OperatorPages {
  const turnAway = (page: ConsoleContext) => {
    const { operatorRoles, suspendedAt } = page.principal;
    if (!opens(operatorRoles, task) || suspendedAt !== null) fail('route_not_found');
    return lacksSecondFactor(page.ctx) ? page.redirect(SECOND_FACTOR, 'operators_need_factor') : null;
  };
  return {
    get: (path, operation, show) => pages.get(path, operation, async (page) => turnAway(page) ?? show(page)),
    post: (path, operation, act, again) => {
      const run = async (page: ConsoleContext) => {
        const away = turnAway(page);
        if (away) return away;
        const form = formOf(await withoutLeaked(page.request, page.request.body));
        return again ? act(page, form).catch(onOldSignIn(page, form, again)) : act(page, form);
      };
      const options = again && {
        keeps: async (page: ConsoleContext, form: Form, _upload: unknown, problem: Problem) =>
          turnAway(page) ?? again(page, form, problem),
      };
      pages.post(path, operation, run, options);
    },
  };
}

const onOldSignIn = (page: ConsoleContext, form: Form, again: ShowAgain) => (error: unknown) => {
  if (!(error instanceof ApiError && error.code === 'recent_sign_in_required')) throw error;
  return again(page, form, RECENT_SIGN_IN);
};

const reasonText = line(LIMITS.suspension_reason.max_length, { min: 1 });
const MAX_DAYS = 3650;
const DAY_MS = 86_400_000;

/** The fields of a suspension: the reason, and for how many days. */
export function suspensionOf(page: ConsoleContext, form: Form) {
  const values = { reason: form.one('reason'), days: form.one('days').trim() };
  const reason = reasonText.safeParse(values.reason);
  const days = values.days === '' ? null : Number(values.days);
  const fields: Record<string, string> = {};
  if (!reason.success) fields['reason'] = `Enter one line of up to ${LIMITS.suspension_reason.max_length} characters.`;
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS))
    fields['days'] = `Enter a whole number from 1 to ${MAX_DAYS}, or nothing.`;
  const message = 'The account was not suspended.';
  const problem: Problem = { code: 'invalid_request', message, fields };
  if (!reason.success || Object.keys(fields).length > 0) return { problem, values };
  const until = days === null ? null : new Date(page.ctx.now().getTime() + days * DAY_MS);
  return { values, accepted: { reason: reason.data, until } };
}

/** Returns what was found, or fails with `route_not_found`. */
export function foundOr404<T>(found: T | undefined): T {
  return found ?? fail('route_not_found');
}

const TASKS = Object.keys(OPERATOR_TASKS) as OperatorTask[];

/** What the operator of a page may do, for the forms that it shows. */
export const tasksOf = ({ principal }: ConsoleContext): ReadonlySet<OperatorTask> =>
  new Set(TASKS.filter((task) => opens(principal.operatorRoles, task)));
