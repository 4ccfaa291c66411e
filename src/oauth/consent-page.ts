import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { clientFacts } from '../areas/account/client-facts.ts';
import { checkSignIn, openSession, revokeSession } from '../areas/account/sessions.ts';
import { ApiError, fail } from '../core/errors.ts';
import { nameScopes } from '../core/scope-names.ts';
import { type Ctx, makeCtx } from '../ctx.ts';
import { type Form, formOf } from '../web-session/form.ts';
import { tryAgainIn } from '../web-session/try-again.ts';
import {
  dropWebSession,
  formToken,
  keepWebSession,
  readWebSession,
  requireFormToken,
  type WebSession,
} from '../web-session/web-session.ts';
import type { OAuthClient } from './client.ts';
import { loadClient } from './clients.ts';
import { answerRequest, giveConsent, giveConsentAgain, offeredProfiles } from './consent.ts';
import { pageHeaders, render } from './page.ts';
import { isLoopbackRedirect } from './redirects.ts';
import { ownScopes, resourcesOf } from './resource.ts';

type Path = { Params: { uid: string } };

/** A pending authorization request and its client. */
type Waiting = {
  uid: string;
  client: OAuthClient;
  clientHost: string | null;
  redirect: string;
  scopes: string[];
  resource: string;
  /** The client wants the person to be asked, regardless of earlier consent. */
  askAgain: boolean;
  /** Where the browser goes after the answer. */
  returnTo: string;
  answered: boolean;
};

const SIGN_IN_PROBLEMS: Record<string, string> = {
  invalid_credentials: 'Wrong e-mail or password.',
  rate_limited: 'Too many attempts.',
  service_unavailable: 'The server is busy.',
};

const CONSENT_PROBLEMS: Record<string, string> = {
  permission_denied: 'You can’t give apps access to one of these profiles. Choose again.',
  email_not_verified: 'Verify your e-mail address first: open the link in the e-mail we sent you. Then try again.',
  profile_suspended: 'This account is suspended and can’t give access to apps.',
};

const DELETION_CANCELLED = 'Welcome back. Signing in canceled the deletion of your account. Everything is restored.';

/**
 * The pages between a client's request and its code: sign in, then allow or deny. A request belongs to the browser that
 * started it, where a cookie holds its id. Every form also has a token.
 */
export function answerConsent(app: FastifyInstance, provider: () => Promise<Provider>): void {
  const ctxOf = (request: FastifyRequest, operation: string, session: WebSession | null = null): Ctx => {
    const { deps } = app;
    return makeCtx({ deps, operation, requestId: request.id, log: request.log, principal: session?.principal ?? null });
  };

  /** Fails with `route_not_found` if the request has expired or belongs to another browser. */
  async function waitingFor(request: FastifyRequest, reply: FastifyReply, uid: string): Promise<Waiting> {
    const details = await (await provider()).interactionDetails(request.raw, reply.raw).catch(() => null);
    const { client_id, redirect_uri, scope, resource, prompt } = (details?.params ?? {}) as Record<
      string,
      string | undefined
    >;
    const ctx = ctxOf(request, 'oauth.consent');
    const client = details?.uid === uid ? await loadClient(ctx, app.deps.clientDocuments, client_id ?? '') : null;
    if (!details || !client || redirect_uri === undefined) fail('route_not_found');
    return {
      uid,
      client,
      clientHost: client.kind === 'metadata' ? new URL(client.clientId).host : null,
      redirect: redirect_uri,
      scopes: ownScopes(scope),
      resource: resource ?? resourcesOf(app.deps.config)[0]!,
      askAgain: (prompt ?? '').split(' ').includes('consent'),
      returnTo: details.returnTo,
      answered: details.result !== undefined,
    };
  }

  async function showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    waiting: Waiting,
    { email = '', error }: { email?: string; error?: ApiError } = {},
  ) {
    const wait = error?.agent.retry_after_seconds;
    if (wait !== undefined) reply.header('Retry-After', String(wait));
    const sentences = error && [SIGN_IN_PROBLEMS[error.code], ...(wait === undefined ? [] : [tryAgainIn(wait)])];
    const token = formToken(ctxOf(request, 'oauth.sign_in'), waiting.uid);
    const page = await render(app, 'sign-in', {
      waiting,
      email,
      problem: sentences?.join(' '),
      token,
      signUp: app.deps.config.signup !== 'closed',
      next: encodeURIComponent(pathOf(waiting)),
    });
    return pageHeaders(reply.code(!error ? 200 : error.code === 'rate_limited' ? 429 : 422)).send(page);
  }

  async function showConsent(
    ctx: Ctx,
    reply: FastifyReply,
    waiting: Waiting,
    session: WebSession,
    problem?: string,
    chosen: readonly string[] = [],
  ) {
    const { suspendedAt, suspensionReason, emailVerified } = session.principal;
    if (suspendedAt) {
      const token = formToken(ctx, session.token + waiting.uid);
      const data = { waiting, token, email: session.principal.email, since: suspendedAt, reason: suspensionReason };
      return pageHeaders(reply.code(403)).send(await render(app, 'suspended', data));
    }
    const profiles = await offeredProfiles(ctx);
    const page = await render(app, 'consent', {
      waiting,
      email: session.principal.email,
      token: formToken(ctx, session.token + waiting.uid),
      target: new URL(waiting.redirect).host || new URL(waiting.redirect).protocol,
      loopback: isLoopbackRedirect(waiting.redirect),
      scopes: nameScopes(waiting.scopes),
      profiles: profiles.map((profile) => ({
        ...profile,
        chosen: profiles.length === 1 || chosen.includes(profile.id),
      })),
      problem: problem ?? (emailVerified ? undefined : CONSENT_PROBLEMS['email_not_verified']),
      notice: noticeOf(reply.request),
    });
    return pageHeaders(reply.code(problem === undefined ? 200 : 422)).send(page);
  }

  /** Sends the browser back to the library, which reads the answer from the request. */
  const finish = (reply: FastifyReply, { returnTo }: Waiting) => pageHeaders(reply).redirect(returnTo, 303);

  app.get<Path>('/oauth/consent/:uid', { config: { operation: 'oauth.show_consent' } }, async (request, reply) => {
    const waiting = await waitingFor(request, reply, request.params.uid);
    if (waiting.answered) return finish(reply, waiting);
    const session = await readWebSession(ctxOf(request, 'oauth.show_consent'), request);
    if (!session) return showSignIn(request, reply, waiting);
    const ctx = ctxOf(request, 'oauth.give_consent', session);
    // A notice has to be read, so the page is shown.
    if (!waiting.askAgain && noticeOf(request) === undefined) {
      if (await giveConsentAgain(ctx, waiting, waiting.uid).catch(onlyKnown)) return finish(reply, waiting);
    }
    return showConsent(ctx, reply, waiting, session);
  });

  app.post<Path>('/oauth/consent/:uid/sign-in', { config: { operation: 'oauth.sign_in' } }, async (request, reply) => {
    const waiting = await waitingFor(request, reply, request.params.uid);
    const ctx = ctxOf(request, 'oauth.sign_in');
    const form = formOf(request.body);
    requireFormToken(ctx, waiting.uid, form.one('token'));
    const email = form.one('email');
    let path = pathOf(waiting);
    try {
      await request.spend('sign_in');
      const checked = await checkSignIn(ctx, { email, password: form.one('password') });
      const { session, deletionCancelled } = await openSession(ctx, checked, clientFacts(request));
      keepWebSession(reply, app.deps.config, session.token);
      if (deletionCancelled) path += '?done=deletion_cancelled';
    } catch (error) {
      if (!(error instanceof ApiError) || !(error.code in SIGN_IN_PROBLEMS)) throw error;
      return showSignIn(request, reply, waiting, { email, error });
    }
    return pageHeaders(reply).redirect(path, 303);
  });

  app.post<Path>(
    '/oauth/consent/:uid/sign-out',
    { config: { operation: 'oauth.sign_out' } },
    async (request, reply) => {
      const { waiting, session, ctx } = await signedIn(request, reply, 'oauth.sign_out');
      if (session) await revokeSession(ctx, 'current');
      dropWebSession(reply, app.deps.config);
      return pageHeaders(reply).redirect(pathOf(waiting), 303);
    },
  );

  app.post<Path>('/oauth/consent/:uid', { config: { operation: 'oauth.give_consent' } }, async (request, reply) => {
    const { waiting, session, ctx, form } = await signedIn(request, reply, 'oauth.give_consent');
    if (!session) return pageHeaders(reply).redirect(pathOf(waiting), 303);
    if (form.one('answer') !== 'allow') {
      await answerRequest(ctx, waiting.uid, {
        error: 'access_denied',
        error_description: 'the user denied the request',
      });
      return finish(reply, waiting);
    }
    const chosen = [...new Set(form.many('profile'))];
    if (chosen.length === 0 && (await offeredProfiles(ctx)).length > 0) {
      return showConsent(ctx, reply, waiting, session, 'Choose at least one profile.');
    }
    try {
      await giveConsent(ctx, { ...waiting, profileIds: chosen }, waiting.uid);
      return finish(reply, waiting);
    } catch (error) {
      const problem = error instanceof ApiError ? CONSENT_PROBLEMS[error.code] : undefined;
      if (problem === undefined) throw error;
      return showConsent(ctx, reply, waiting, session, problem, chosen);
    }
  });

  async function signedIn(
    request: FastifyRequest<Path>,
    reply: FastifyReply,
    operation: string,
  ): Promise<{ waiting: Waiting; session: WebSession | null; ctx: Ctx; form: Form }> {
    const waiting = await waitingFor(request, reply, request.params.uid);
    const form = formOf(request.body);
    const session = await readWebSession(ctxOf(request, operation), request);
    const ctx = ctxOf(request, operation, session);
    if (session) requireFormToken(ctx, session.token + waiting.uid, form.one('token'));
    return { waiting, session, ctx, form };
  }
}

const pathOf = ({ uid }: Waiting) => `/oauth/consent/${uid}`;

/** The notice after signing in. The query names it, and the server has its text. */
function noticeOf({ query }: FastifyRequest): string | undefined {
  return (query as Record<string, unknown>)['done'] === 'deletion_cancelled' ? DELETION_CANCELLED : undefined;
}

/** An earlier consent may no longer be valid, e.g. after a profile was deleted. Then the person is asked. */
function onlyKnown(error: unknown): false {
  if (error instanceof ApiError && error.code in CONSENT_PROBLEMS) return false;
  throw error;
}
