import { z } from 'zod';

export function booleanParameter() {
  return z.enum(['true', 'false']).transform((value) => value === 'true');
}
