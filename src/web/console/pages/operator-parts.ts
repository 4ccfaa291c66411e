import { lacksSecondFactor } from '../../../auth/operator.ts';
import { fail } from '../../../core/errors.ts';
import { withoutLeaked } from '../../../http/leaked-secrets.ts';
import { formOf } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';

const SECOND_FACTOR = '/console/account/second-factor';

/**
 * Restricts pages to operators that are not suspended; others get 404, and operators who lack a second factor the page that
 * turns it on. Masks leaked secrets, as `/v1` would.
 */
export function forOperators(pages: ConsolePages): Pick<ConsolePages, 'get' | 'post'> {
  const requireOperator = ({ principal: { operator, suspendedAt } }: ConsoleContext): void => {
    if (!operator || suspendedAt !== null) fail('route_not_found');
  };
  return {
    get: (path, operation, show) =>
      pages.get(path, operation, async (page) => {
        requireOperator(page);
        return lacksSecondFactor(page.ctx) ? page.redirect(SECOND_FACTOR, 'operators_need_factor') : show(page);
      }),
    post: (path, operation, act) =>
      pages.post(path, operation, async (page, _form, upload) => {
        requireOperator(page);
        if (lacksSecondFactor(page.ctx)) return page.redirect(SECOND_FACTOR, 'operators_need_factor');
        const { request } = page;
        return act(page, formOf(await withoutLeaked(request, request.body)), upload);
      }),
  };
}

/** Returns what was found, or fails with `route_not_found`. */
export function foundOr404<T>(found: T | undefined): T {
  return found ?? fail('route_not_found');
}
