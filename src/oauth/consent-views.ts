import type { FastifyReply } from 'fastify';
import type { ApiError } from '../core/errors.ts';
import { nameScopes, namesNotIn } from '../core/scope-names.ts';
import { isSubset } from '../core/scopes.ts';
import type { PageContext } from '../web/kit/page-context.ts';
import { firstStepOf, type GivenSignIn } from '../web/kit/sign-in-steps.ts';
import { tryAgainIn } from '../web/kit/try-again.ts';
import type { Render } from '../web/kit/views.ts';
import type { WebSession } from '../web/kit/web-session.ts';
import { heldConsent, makesProfiles, type OfferedProfile, offeredProfiles, offersDrafts } from './consent.ts';
import { pageHeaders } from './page.ts';
import { type PendingRequest, pathOf } from './pending-request.ts';
import { isLoopbackRedirect } from './redirects.ts';

/** What a consent page knows: its visitor, and the request that it answers. */
export type ConsentContext = PageContext & { pending: PendingRequest; render: Render };

/** Refused sign-ins that the form shows; others are error pages. */
export const SIGN_IN_PROBLEMS: Record<string, string> = {
  invalid_credentials: 'Wrong e-mail or password.',
  second_factor_required: 'Enter your code.',
  wrong_code: 'This code is wrong, has expired or was used before.',
  rate_limited: 'Too many attempts.',
  service_unavailable: 'The server is busy.',
};

/** Refused consents that the form shows. */
export const CONSENT_PROBLEMS: Record<string, string> = {
  permission_denied: 'You can’t give apps access to one of these profiles. Choose again.',
  email_not_verified: 'Verify your e-mail address first: open the link in the e-mail we sent you. Then try again.',
  recent_sign_in_required:
    'To allow this, choose “Use another account” and sign in again: your last sign-in was more than two hours ago. Drafts only, or reading without messages, need no new sign-in.',
  profile_suspended: 'This account is suspended and can’t give access to apps.',
};

const DELETION_CANCELLED = 'Welcome back. Signing in canceled the deletion of your account. Everything is restored.';

/** The notice after signing in. The query names it, and the server has its text. */
export function noticeOf({ query }: PageContext): string | undefined {
  return query('done') === 'deletion_cancelled' ? DELETION_CANCELLED : undefined;
}

export function showSignIn(
  page: ConsentContext,
  refused: { email?: string; problem?: string; status?: number } = {},
): FastifyReply {
  const { reply, pending, render, formToken } = page;
  const { email = '', problem, status = problem === undefined ? 200 : 422 } = refused;
  const html = render('sign-in', {
    pending,
    email,
    problem,
    token: formToken,
    signUp: page.ctx.config.signup !== 'closed',
    next: encodeURIComponent(pathOf(pending)),
  });
  return pageHeaders(reply.code(status)).send(html);
}

/** The same form again, or after the right password the form for the code. */
export function showRefused(page: ConsentContext, given: GivenSignIn, { code, agent }: ApiError): FastifyReply {
  const { ctx, reply, pending, render, formToken } = page;
  const wait = agent.retry_after_seconds;
  if (wait !== undefined) reply.header('Retry-After', String(wait));
  const problem = [SIGN_IN_PROBLEMS[code], ...(wait === undefined ? [] : [tryAgainIn(wait)])].join(' ');
  const status = code === 'rate_limited' ? 429 : 422;
  const firstStep = firstStepOf(ctx, given, code);
  if (firstStep === undefined) return showSignIn(page, { email: given.email, problem, status });
  const isAsked = given.code === undefined;
  const html = render('code', { pending, firstStep, token: formToken, ...(isAsked ? {} : { problem }) });
  return pageHeaders(reply.code(isAsked ? 200 : status)).send(html);
}

/** What a person sees again after a refusal; without one the form starts from what the app has. */
type Refused = {
  problem: string;
  chosen: readonly string[];
  scopes: readonly string[];
  draftsOnly: boolean;
  ofProfiles?: boolean;
};

export async function showConsent(page: ConsentContext, session: WebSession, refused?: Refused): Promise<FastifyReply> {
  const { ctx, reply, pending, render, formToken } = page;
  const { email, emailVerified, waitingSince, suspendedAt, suspensionReason } = session.principal;
  const shared = { pending, token: formToken, email };
  if (suspendedAt) {
    const html = render('suspended', {
      ...shared,
      waits: waitingSince !== null,
      since: suspendedAt,
      reason: suspensionReason,
    });
    return pageHeaders(reply.code(403)).send(html);
  }
  const [profiles, held] = [await offeredProfiles(ctx), await heldConsent(ctx, pending.client)];
  const target = new URL(pending.redirect);
  const html = render('consent', {
    ...shared,
    target: target.host || target.protocol,
    loopback: isLoopbackRedirect(pending.redirect),
    scopes: scopesOf(pending.scopes, refused?.scopes ?? pending.scopes, held),
    notIncluded: namesNotIn(pending.scopes),
    ofProfiles: refused?.ofProfiles ?? false,
    makesProfile: makesProfiles(pending.scopes),
    ...choicesOf(pending, profiles, held, refused),
    earlier: held && earlierOf(pending, profiles, held),
    problem: refused?.problem ?? (emailVerified ? undefined : CONSENT_PROBLEMS['email_not_verified']),
    notice: noticeOf(page),
  });
  return pageHeaders(reply.code(refused === undefined ? 200 : 422)).send(html);
}

type Held = Awaited<ReturnType<typeof heldConsent>>;

const isNew = (scope: string, held: Held) => held !== undefined && !isSubset([scope], held.scopes, 'oauth');

function scopesOf(asked: readonly string[], ticked: readonly string[], held: Held) {
  return nameScopes(asked).map((one) => ({
    ...one,
    chosen: one.scopes.some((scope) => ticked.includes(scope)),
    isNew: one.scopes.some((scope) => isNew(scope, held)),
  }));
}

/** The profiles and the limit to drafts, as the app has them. */
function choicesOf({ scopes }: PendingRequest, profiles: readonly OfferedProfile[], held: Held, refused?: Refused) {
  const chosen = refused?.chosen ?? held?.profile_ids ?? [];
  const wasLimited = held !== undefined && held.permissions !== null;
  return {
    profiles: profiles.map((one) => ({ ...one, chosen: profiles.length === 1 || chosen.includes(one.id) })),
    // A limit that the person set stays a choice, whatever the app asks for now.
    drafts: offersDrafts(scopes) || wasLimited ? { chosen: refused?.draftsOnly ?? wasLimited } : null,
  };
}

/** What the app may do until now, and what it asks for in addition. */
function earlierOf({ scopes }: PendingRequest, profiles: readonly OfferedProfile[], held: NonNullable<Held>) {
  const names = (some: readonly string[]) => nameScopes(some).map(({ name }) => name);
  return {
    added: names(scopes.filter((scope) => isNew(scope, held))).join(', '),
    held: names(held.scopes).join(', '),
    usernames: profiles.filter(({ id }) => held.profile_ids.includes(id)).map(({ username }) => `@${username}`),
    draftsOnly: held.permissions !== null,
  };
}
