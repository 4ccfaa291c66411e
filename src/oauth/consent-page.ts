import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { clientFacts } from '../areas/account/client-facts.ts';
import { checkSignIn, openSession, revokeSession } from '../areas/account/sessions.ts';
import { ApiError } from '../core/errors.ts';
import { isId } from '../core/ids.ts';
import { giveBackIfRight } from '../http/rate-limit.ts';
import { formOf } from '../web/kit/form.ts';
import { openPage } from '../web/kit/page-context.ts';
import { readSignIn, TOO_LATE } from '../web/kit/sign-in-steps.ts';
import type { Render } from '../web/kit/views.ts';
import { dropWebSession, storeWebSession } from '../web/kit/web-session.ts';
import {
  answerRequest,
  DRAFTS_ONLY,
  giveConsent,
  giveConsentAgain,
  makesProfiles,
  offeredProfiles,
} from './consent.ts';
import {
  CONSENT_PROBLEMS,
  type ConsentContext,
  noticeOf,
  SIGN_IN_PROBLEMS,
  showConsent,
  showRefused,
  showSignIn,
} from './consent-views.ts';
import { pageHeaders } from './page.ts';
import { findPending, pathOf } from './pending-request.ts';

type Path = { Params: { uid: string } };
type Site = { provider: () => Promise<Provider>; render: Render };

/** The pages between a client's request and its code. A request belongs to the browser with the cookie of its id. */
export function answerConsent(app: FastifyInstance, site: Site): void {
  const page =
    (answer: (page: ConsentContext) => FastifyReply | Promise<FastifyReply>, options: { known?: boolean } = {}) =>
    async (request: FastifyRequest<Path>, reply: FastifyReply) =>
      answer(await openConsent(site, request, reply, options));
  const path = '/oauth/consent/:uid';
  app.get<Path>(path, { config: { operation: 'oauth.show_consent' } }, page(show));
  app.post<Path>(path, { config: { operation: 'oauth.give_consent' } }, page(decide));
  app.post<Path>(`${path}/sign-in`, { config: { operation: 'oauth.sign_in' } }, page(signIn, { known: false }));
  app.post<Path>(`${path}/sign-out`, { config: { operation: 'oauth.sign_out' } }, page(signOut));
}

async function openConsent(
  { provider, render }: Site,
  request: FastifyRequest<Path>,
  reply: FastifyReply,
  options: { known?: boolean },
): Promise<ConsentContext> {
  const { uid } = request.params;
  const pending = await findPending(await provider(), request, reply, uid);
  const page = await openPage(request, reply, { ...options, heldBy: (session) => (session?.token ?? '') + uid });
  return { ...page, pending, render };
}

async function show(page: ConsentContext): Promise<FastifyReply> {
  const { session, pending } = page;
  if (pending.answered) return finish(page);
  if (!session) return showSignIn(page);
  // A notice has to be read, so the page is shown.
  if (!pending.askAgain && noticeOf(page) === undefined) {
    const ctx = { ...page.ctx, operation: 'oauth.give_consent' };
    if (await giveConsentAgain(ctx, pending, pending.uid).catch(onlyKnown)) return finish(page);
  }
  return showConsent(page, session);
}

async function signIn(page: ConsentContext): Promise<FastifyReply> {
  const { request, reply, ctx, pending } = page;
  page.requireOwnForm();
  const form = formOf(request.body);
  const given = readSignIn(ctx, form);
  if (!given) return showSignIn(page, { problem: TOO_LATE });
  let path = pathOf(pending);
  try {
    await request.reserveLimit('sign_in');
    const checked = await checkSignIn(ctx, given);
    const { session, deletionCancelled } = await openSession(ctx, checked, clientFacts(request));
    request.finishReservations(true);
    storeWebSession(reply, ctx.config, session.token);
    if (deletionCancelled) path += '?done=deletion_cancelled';
  } catch (error) {
    giveBackIfRight(request, error);
    if (!(error instanceof ApiError) || !(error.code in SIGN_IN_PROBLEMS)) throw error;
    return showRefused(page, given, error);
  }
  return pageHeaders(reply).redirect(path, 303);
}

async function signOut(page: ConsentContext): Promise<FastifyReply> {
  const { reply, ctx, session, pending } = page;
  if (session) {
    page.requireOwnForm();
    await revokeSession(ctx, 'current');
  }
  dropWebSession(reply, ctx.config);
  return pageHeaders(reply).redirect(pathOf(pending), 303);
}

const NOTHING_TO_ALLOW = 'Choose what the app may do, or cancel.';

async function decide(page: ConsentContext): Promise<FastifyReply> {
  const { request, reply, ctx, session, pending } = page;
  if (!session) return pageHeaders(reply).redirect(pathOf(pending), 303);
  page.requireOwnForm();
  const form = formOf(request.body);
  if (form.one('answer') !== 'allow') {
    await answerRequest(ctx, pending.uid, {
      error: 'access_denied',
      error_description:
        'The person did not allow access, and nothing was shared. This request is closed: to ask again, start a new authorization, perhaps with fewer scopes.',
    });
    return finish(page);
  }
  const chosen = [...new Set(form.many('profile').filter(isId))];
  const ticked = new Set(form.many('scope').flatMap((group) => group.split(' ')));
  const scopes = pending.scopes.filter((scope) => ticked.has(scope));
  const draftsOnly = form.one('drafts_only') === 'true';
  if (scopes.length === 0) return showConsent(page, session, { problem: NOTHING_TO_ALLOW, chosen, scopes, draftsOnly });
  if (chosen.length === 0) {
    const hasProfiles = (await offeredProfiles(ctx)).length > 0;
    const problem = hasProfiles ? 'Choose at least one profile.' : 'Create a profile first.';
    if (hasProfiles || draftsOnly || !makesProfiles(scopes)) {
      return showConsent(page, session, { problem, chosen, scopes, ofProfiles: hasProfiles, draftsOnly });
    }
  }
  try {
    const permissions = draftsOnly ? DRAFTS_ONLY : null;
    await giveConsent(ctx, { ...pending, asked: pending.scopes, scopes, profileIds: chosen, permissions }, pending.uid);
    return finish(page);
  } catch (error) {
    const problem = error instanceof ApiError ? CONSENT_PROBLEMS[error.code] : undefined;
    if (problem === undefined) throw error;
    return showConsent(page, session, {
      problem,
      chosen,
      scopes,
      draftsOnly,
      ofProfiles: (error as ApiError).code === 'permission_denied',
    });
  }
}

/** Sends the browser back to the library, which reads the answer from the request. */
function finish({ reply, pending }: ConsentContext): FastifyReply {
  return pageHeaders(reply).redirect(pending.returnTo, 303);
}

/** An earlier consent may no longer be valid, e.g. after a profile was deleted. Then the person is asked. */
function onlyKnown(error: unknown): false {
  if (error instanceof ApiError && error.code in CONSENT_PROBLEMS) return false;
  throw error;
}
