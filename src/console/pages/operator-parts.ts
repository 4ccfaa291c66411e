import { fail } from '../../core/errors.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';

/** The same, for operators who are not suspended themselves. For everybody else these pages are not there. */
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

/** What a page is about, or the page that says that there is nothing here. */
export function foundOr404<T>(found: T | undefined): T {
  return found ?? fail('route_not_found');
}
