import { z } from 'zod';

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;

/** Decimal digits only: `Number` also accepts `1e1`, `0x10`, `05`, `+5`, `5.0` and ` 5`. */
export function integerParameter({ min, max }: { min: number; max: number }) {
  return z.preprocess((value, ctx) => {
    if (typeof value !== 'string') return value;
    // Anything beyond a safe integer exceeds every maximum.
    if (DECIMAL.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    ctx.addIssue({ code: 'custom', params: { rule: 'decimal_digits' } });
    return z.NEVER;
  }, z.int().min(min).max(max));
}
