import { randomInt } from 'node:crypto';
import { signatures } from '../../auth/secrets.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';

/** Without letters and digits that look alike: people copy codes from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Each has 79 random bits. */
export function newRecoveryCodes(): string[] {
  const one = () => Array.from({ length: GROUPS }, group).join('-');
  return Array.from({ length: LIMITS.second_factor.recovery_codes }, one);
}

/** Case and separators do not count. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** Keyed, so that a copy of the database is not enough to guess a code. With each key, the current one first. */
export const digestsOfCode = (ctx: Ctx, accountId: string, code: string): string[] =>
  signatures(ctx.keys.secondFactors, `recovery code ${normalizeCode(code)} of ${accountId}`);
