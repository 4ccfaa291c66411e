import { z } from 'zod';

/** `true` or `false` in a query. */
export function booleanParameter() {
  return z.enum(['true', 'false']).transform((value) => value === 'true');
}
