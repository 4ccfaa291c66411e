import { createRequire } from 'node:module';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { ErrorCode } from '../../core/error-codes.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { lingerOver } from '../../http/linger.ts';
import { withoutCors } from '../../http/response-headers.ts';
import { CARDS, ICON, MENU, readAssets, SCHEME, serveAssets, TIMES, VIEWER } from '../kit/assets.ts';
import { answerErrors } from '../kit/error-page.ts';
import { acceptPageForms } from '../kit/form-fields.ts';
import { separateVisitors } from '../kit/signed-in-routes.ts';
import { openViews } from '../kit/views.ts';
import { acceptCookies } from '../kit/web-session.ts';
import { openConsolePage } from './console-context.ts';
import { type Shell, sitePolicy } from './page.ts';
import { type ConsolePages, registerPages } from './page-routes.ts';
import { accessPages } from './pages/access.ts';
import { accountPages } from './pages/account.ts';
import { activityPages } from './pages/activity.ts';
import { agentStartPages } from './pages/agent-start.ts';
import { apiKeyPages } from './pages/api-keys.ts';
import { appealPages } from './pages/appeal.ts';
import { approvalPages } from './pages/approvals.ts';
import { appPages } from './pages/apps.ts';
import { exportPages } from './pages/export.ts';
import { homePages } from './pages/home.ts';
import { livePages } from './pages/live.ts';
import { memberListPages } from './pages/member-lists.ts';
import { memberProfilePages } from './pages/member-profile.ts';
import { memberPages } from './pages/members.ts';
import { newMessagePages } from './pages/message-new.ts';
import { messageReportPages } from './pages/message-reports.ts';
import { messagePages } from './pages/messages.ts';
import { networkPages } from './pages/network.ts';
import { notificationPreferencePages } from './pages/notification-preferences.ts';
import { operatorAccountPages } from './pages/operator-accounts.ts';
import { operatorAppealPages } from './pages/operator-appeals.ts';
import { operatorBlockPages } from './pages/operator-blocks.ts';
import { operatorOverviewPages } from './pages/operator-overview.ts';
import { operatorReportPages } from './pages/operator-reports.ts';
import { operatorSignUpPages } from './pages/operator-sign-ups.ts';
import { overviewPages } from './pages/overview.ts';
import { passwordResetPages } from './pages/password-reset.ts';
import { postActionPages } from './pages/post-actions.ts';
import { postWritingPages } from './pages/post-write.ts';
import { postPages } from './pages/posts.ts';
import { profileEditPages } from './pages/profile-edit.ts';
import { profilePicturePages } from './pages/profile-pictures.ts';
import { profileSettingsPages } from './pages/profile-settings.ts';
import { profilePages } from './pages/profiles.ts';
import { reportPages } from './pages/report.ts';
import { searchPages } from './pages/search.ts';
import { secondFactorPages } from './pages/second-factor.ts';
import { signInPages } from './pages/sign-in.ts';
import { signUpPages } from './pages/sign-up.ts';
import { threadPages } from './pages/thread.ts';
import { verificationPages } from './pages/verification.ts';
import { verifyEmailPages } from './pages/verify-email.ts';
import { webhookPages } from './pages/webhooks.ts';
import { welcomePages } from './pages/welcome.ts';

const here = (path: string) => new URL(path, import.meta.url);
const SCRIPTS = ['forms', 'heic', 'console', 'posts', 'crop', 'live', 'messages', 'welcome'].map((name) =>
  here(`./assets/${name}.js`),
);
const ASSETS = {
  'console.css': [
    ...CARDS,
    ...['console', 'posts', 'home', 'messages', 'welcome'].map((name) => here(`./assets/${name}.css`)),
  ],
  'console.js': [MENU, VIEWER, ...SCRIPTS],
  // What pages load before they are painted.
  'first.js': [SCHEME, TIMES],
  // Only the page of pictures loads it.
  'cropper.js': [createRequire(import.meta.url).resolve('cropperjs/dist/cropper.esm.min.js')],
  'htmx.js': [createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js')],
  'icon.svg': ICON,
  'icons.svg': [here('./assets/icons.svg')],
};

const SUBJECTS: readonly ((pages: ConsolePages) => void)[] = [
  signInPages,
  signUpPages,
  verifyEmailPages,
  passwordResetPages,
  homePages,
  welcomePages,
  agentStartPages,
  postActionPages,
  threadPages,
  memberProfilePages,
  memberListPages,
  reportPages,
  overviewPages,
  notificationPreferencePages,
  accountPages,
  profilePages,
  profileEditPages,
  profilePicturePages,
  profileSettingsPages,
  postPages,
  postWritingPages,
  livePages,
  newMessagePages,
  messagePages,
  messageReportPages,
  networkPages,
  memberPages,
  searchPages,
  verificationPages,
  approvalPages,
  accessPages,
  apiKeyPages,
  webhookPages,
  appPages,
  activityPages,
  operatorOverviewPages,
  operatorReportPages,
  operatorAccountPages,
  operatorSignUpPages,
  operatorBlockPages,
  operatorAppealPages,
  appealPages,
  exportPages,
  secondFactorPages,
];

/** `/console`: its pages call `/v1` as their visitor, so they can do only what an API client could. */
export const consoleSite: FastifyPluginAsync = async (app) => {
  const assets = await readAssets(ASSETS, { path: '/console/assets' });
  serveAssets(app, assets, 'console.get_asset');
  const policy = sitePolicy(app.deps.config.baseUrl);
  const shell: Shell = { asset: assets.urlOf, policy, render: openViews(here('./views/')) };
  await acceptCookies(app);
  // Forms with files keep the parser of the app: pages read their parts as they arrive.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  acceptPageForms(app, { bodyLimit: LIMITS.body.page_form_bytes });
  // A client that is rejected during an upload must be able to read the response.
  app.addHook('onSend', async ({ method, raw }, reply) => {
    withoutCors(reply);
    if (method !== 'POST' || raw.complete) return;
    reply.header('Connection', 'close');
    lingerOver(raw);
  });
  separateVisitors(app, app.deps.config);
  showErrors(app, shell);
  const pages = registerPages(app, shell);
  for (const add of SUBJECTS) add(pages);
  app.get('/console/*', { config: { operation: 'console.show_nothing' } }, async ({ url }, reply) =>
    /^\/console\/(\?|$)/.test(url) ? reply.redirect('/console', 302) : fail('route_not_found'),
  );
};

/** What a person can do about refusals that mostly meet operators. */
const CALLS_TO_ACT: Readonly<Partial<Record<ErrorCode, string>>> = {
  suspended_longer:
    'The account is already suspended for longer, and nothing was changed. To shorten that, lift it first.',
};

function showErrors(app: FastifyInstance, shell: Shell): void {
  answerErrors(app, async ({ error, status, title, words }, request, reply) => {
    // The page was open while the person signed out, signed in or changed the password elsewhere.
    const isForm = error.code === 'permission_denied' && error.message === 'token of a form';
    // Sessions can't be read without a database, and a throttled request must not cause another lookup.
    const known = status !== 503 && (status !== 429 || request.ctx?.principal != null);
    const page = await openConsolePage(shell, request, reply, { known });
    const shown = isForm
      ? 'This page is out of date or belongs to another session. Go back, reload it and try again.'
      : (CALLS_TO_ACT[error.code] ?? words);
    return page.show('error', { title, code: error.code, words: shown, requestId: request.id }, status);
  });
}
