import { failFields } from './errors.ts';

/** Years of more than four digits are no date of ISO 8601 as answers give it; an offset can lead into one. */
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');

/** A moment of a request that must lie ahead; `path` names it. Fails with `invalid_request`. */
export function futureMoment(text: string, now: Date, path: string): Date {
  const moment = new Date(text);
  if (moment <= now) failFields([{ path, rule: 'in_future' }]);
  if (moment > LAST_MOMENT) failFields([{ path, rule: 'max_year', limit: 9999 }]);
  return moment;
}
