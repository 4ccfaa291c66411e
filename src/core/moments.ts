import { z } from 'zod';
import { failFields } from './errors.ts';
import { LIMITS } from './limits.ts';

/** Years of more than four digits are no date of ISO 8601 as answers give it; an offset can lead into one. */
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');

/** A time in a request, with any offset. The format alone allows any number of decimals. */
export function momentField() {
  return z.iso.datetime({ offset: true }).max(LIMITS.timestamp.max_length);
}

/** A moment of a request that must lie ahead; `path` names it. Fails with `invalid_request`. */
export function futureMoment(text: string, now: Date, path: string): Date {
  const moment = new Date(text);
  if (moment <= now) failFields([{ path, rule: 'in_future' }]);
  if (moment > LAST_MOMENT) failFields([{ path, rule: 'max_year', limit: 9999 }]);
  return moment;
}
