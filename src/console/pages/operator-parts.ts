import { fail } from '../../core/errors.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';

/** Restricts pages to operators that are not suspended. Everyone else gets a 404. */
export function forOperators(pages: ConsolePages): Pick<ConsolePages, 'get' | 'post'> {
  const requireOperator = ({ principal: { operator, suspendedAt } }: Visit): void => {
    if (!operator || suspendedAt !== null) fail('route_not_found');
  };
  return {
    get: (path, operation, show) =>
      pages.get(path, operation, async (visit) => {
        requireOperator(visit);
        return show(visit);
      }),
    post: (path, operation, act) =>
      pages.post(path, operation, async (visit, form) => {
        requireOperator(visit);
        return act(visit, form);
      }),
  };
}

/** Returns what was found, or fails with `route_not_found`. */
export function foundOr404<T>(found: T | undefined): T {
  return found ?? fail('route_not_found');
}
