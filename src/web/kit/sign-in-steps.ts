import type { Ctx } from '../../ctx.ts';
import type { Form } from './form.ts';
import { openField, sealField } from './sealed-field.ts';

const PURPOSE = 'password of a sign-in';

/** What a sign-in form sent: address and password, or those of the step before and a code. */
export type GivenSignIn = { email: string; password: string; code?: string };

/** Reads the form of the first or the second step. Null: the second step came too late. */
export function readSignIn(ctx: Ctx, form: Form): GivenSignIn | null {
  const sealed = form.one('first_step');
  if (sealed === '') return { email: form.one('email'), password: form.one('password') };
  const kept = openField(ctx, PURPOSE, sealed);
  return kept && { email: kept['email']!, password: kept['password']!, code: form.one('second_code') };
}

/** The hidden field of the second step; undefined if the form asks for the password. */
export function firstStepOf(ctx: Ctx, given: GivenSignIn, refusedWith: string): string | undefined {
  const asksForCode = refusedWith === 'second_factor_required' || given.code !== undefined;
  if (!asksForCode || refusedWith === 'invalid_credentials') return undefined;
  return sealField(ctx, PURPOSE, { email: given.email, password: given.password });
}

export const TOO_LATE = 'That took too long. Enter your password again.';
