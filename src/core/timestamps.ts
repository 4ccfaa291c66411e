import { z } from 'zod';
import { failFields } from './errors.ts';
import { LIMITS } from './limits.ts';

/** ISO 8601 timestamps in responses have four-digit years; a UTC offset can push a valid input beyond that. */
const LAST_TIMESTAMP = new Date('9999-12-31T23:59:59.999Z');

/** A timestamp in a request, with any offset. The length is limited because the format allows any number of decimals. */
export function timestampField() {
  return z.iso.datetime({ offset: true }).max(LIMITS.timestamp.max_length);
}

/** A day in UTC, such as `2026-11-22`, in a query. */
export function dayField() {
  return z.iso.date().max('2026-11-22'.length);
}

/** The first and the last millisecond of the days, both included. PostgreSQL has no year 0, so all start in 1970. */
export function dayRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const bounded = (day: string) => (day < '1970-01-01' ? '1970-01-01' : day);
  return {
    since: from === undefined ? '-infinity' : `${bounded(from)}T00:00:00.000Z`,
    until: to === undefined ? 'infinity' : `${bounded(to)}T23:59:59.999Z`,
  };
}

/** Parses a timestamp that must be in the future; `path` names the field. Fails with `invalid_request`. */
export function futureTimestamp(text: string, now: Date, path: string): Date {
  const timestamp = new Date(text);
  if (timestamp <= now) failFields([{ path, rule: 'in_future' }]);
  if (timestamp > LAST_TIMESTAMP) failFields([{ path, rule: 'max_year', limit: 9999 }]);
  return timestamp;
}
