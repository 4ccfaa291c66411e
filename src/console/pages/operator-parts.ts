import { fail } from '../../core/errors.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';

/** Restricts pages to operators that are not suspended. Everyone else gets a 404. */
export function forOperators(pages: ConsolePages): Pick<ConsolePages, 'get' | 'post'> {
  const requireOperator = ({ principal: { operator, suspendedAt } }: ConsoleContext): void => {
    if (!operator || suspendedAt !== null) fail('route_not_found');
  };
  return {
    get: (path, operation, show) =>
      pages.get(path, operation, async (page) => {
        requireOperator(page);
        return show(page);
      }),
    post: (path, operation, act) =>
      pages.post(path, operation, async (page, form, upload) => {
        requireOperator(page);
        return act(page, form, upload);
      }),
  };
}

/** Returns what was found, or fails with `route_not_found`. */
export function foundOr404<T>(found: T | undefined): T {
  return found ?? fail('route_not_found');
}
