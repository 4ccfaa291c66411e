import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type {
  Delivery,
  DeliveryData,
  DeliveryPage,
  WebhookData,
  WebhookPage,
  WebhookWithSecret,
} from '../../../areas/webhooks/schemas.ts';
import { EVENT_TYPES } from '../../../core/enums.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf, type Refused } from '../problems.ts';
import { profileNames } from '../profile-names.ts';
import { APP_ENDED, DELIVERY_ERROR_WORDS, webhookProblemWords } from '../webhook-words.ts';
import { pageAddress } from './relation-forms.ts';

type Webhook = z.output<typeof WebhookData>['webhook'];
type Queued = z.output<typeof DeliveryData>;
type WithSecret = z.output<typeof WebhookWithSecret>;

const LIST = '/console/webhooks';
const ONE = `${LIST}/:webhook_id`;
const NAMES = { profile_ids: 'profiles' };
const DELIVERIES_PER_PAGE = '20';

/** Create, edit, test, disable and delete webhooks, and see and repeat their deliveries. */
export function webhookPages(pages: ConsolePages): void {
  pages.get(LIST, 'console.list_webhooks', async (page) => {
    const query = { cursor: page.query('cursor') };
    const { items, next_cursor } = await page.call<z.output<typeof WebhookPage>>('GET', '/v1/webhooks', { query });
    return page.show('webhooks/list', { title: 'Webhooks', webhooks: items, next: next_cursor });
  });

  pages.get(`${LIST}/new`, 'console.show_new_webhook', (page) => showNew(page, EVERYTHING));

  pages.post(
    `${LIST}/new`,
    'console.create_webhook',
    async (page, form) => {
      const choices = choicesOf(form);
      const call = { idempotencyKey: form.one('once'), body: bodyOf(choices) };
      const answer = await page.attempt<WithSecret>('POST', '/v1/webhooks', call);
      if (answer.ok) return showSecret(page, answer.data, 'Webhook created');
      return showNew(page, choices, webhookProblem(answer));
    },
    { keeps: (page, form, _upload, problem) => showNew(page, choicesOf(form), problem) },
  );

  pages.get(ONE, 'console.show_webhook', async (page) => showOne(page, await findWebhook(page)));

  pages.post(
    ONE,
    'console.update_webhook',
    async (page, form) => {
      const [choices, webhook] = [choicesOf(form), await findWebhook(page)];
      const { url, ...others } = bodyOf(choices);
      // Another address needs a recent sign-in, the same one does not.
      const body = { ...others, ...(url !== webhook.url && { url }) };
      const answer = await page.attempt('PATCH', apiPath(page), { body });
      if (answer.ok) return page.redirect(here(page), 'webhook_saved');
      return showOne(page, webhook, choices, webhookProblem(answer));
    },
    { keeps: async (page, form, _upload, problem) => showOne(page, await findWebhook(page), choicesOf(form), problem) },
  );

  pages.post(`${ONE}/enabled`, 'console.enable_webhook', async (page, form) => {
    const enabled = form.one('do') === 'enable';
    const answer = await page.attempt('PATCH', apiPath(page), { body: { enabled } });
    if (answer.ok) return page.redirect(here(page), enabled ? 'webhook_enabled' : 'webhook_disabled');
    const problem = answer.error_code === 'permission_denied' ? APP_ENDED : problemOf(answer, NAMES);
    return showOne(page, await findWebhook(page), undefined, problem);
  });

  pages.post(`${ONE}/rotate`, 'console.rotate_webhook_secret', async (page, form) => {
    const answer = await page.attempt<WithSecret>('POST', `${apiPath(page)}/rotate-secret`, {
      idempotencyKey: form.one('once'),
      body: { overlap_seconds: Number(form.one('overlap')) },
    });
    if (answer.ok) return showSecret(page, answer.data, 'New secret created');
    return showOne(page, await findWebhook(page), undefined, problemOf(answer, NAMES));
  });

  pages.post(`${ONE}/delete`, 'console.delete_webhook', async (page) => {
    await page.call('DELETE', apiPath(page));
    return page.redirect(LIST, 'webhook_deleted');
  });

  pages.post(`${ONE}/test`, 'console.test_webhook', async (page, form) => {
    const call = { idempotencyKey: form.one('once') };
    const delivery = await page.call<Queued>('POST', `${apiPath(page)}/test`, call);
    return page.redirect(here(page), waits(delivery) ? 'webhook_test_waits' : 'webhook_tested');
  });

  pages.post(`${ONE}/deliveries/:delivery_id/replay`, 'console.replay_delivery', async (page, form) => {
    const delivery = page.segment('delivery_id');
    const call = { idempotencyKey: form.one('once') };
    const replayed = await page.call<Queued>('POST', `${apiPath(page)}/deliveries/${delivery}/replay`, call);
    return page.redirect(here(page), waits(replayed) ? 'replay_waits' : 'delivery_replayed');
  });
}

const idOf = (page: ConsoleContext) => page.segment('webhook_id');
const here = (page: ConsoleContext) => `${LIST}/${idOf(page)}`;
const apiPath = (page: ConsoleContext) => `/v1/webhooks/${idOf(page)}`;

async function findWebhook(page: ConsoleContext): Promise<Webhook> {
  return (await page.call<z.output<typeof WebhookData>>('GET', apiPath(page))).webhook;
}

/** Whether a delivery is only sent once the webhook is enabled. */
const waits = ({ delivery }: Queued) => delivery.waits_for === 'webhook_disabled';

/** What the form contains. `events` and `whose` are `all` or `own`, for those that are checked. */
type Choices = { url: string; events: string; types: readonly string[]; whose: string; chosen: readonly string[] };
const EVERYTHING: Choices = { url: '', events: 'all', types: [], whose: 'all', chosen: [] };

function choicesOf(form: Form): Choices {
  const [url, events, whose] = ['url', 'events', 'whose'].map((name) => form.one(name));
  return { url: url!.trim(), events: events!, types: form.many('type'), whose: whose!, chosen: form.many('profile') };
}

function choicesFor({ url, types, profile_ids }: Webhook): Choices {
  const [events, whose] = [types, profile_ids].map((list) => (list === null ? 'all' : 'own'));
  return { url, events: events!, types: types ?? [], whose: whose!, chosen: profile_ids ?? [] };
}

function bodyOf({ url, events, types, whose, chosen }: Choices) {
  return { url, types: events === 'all' ? null : types, profile_ids: whose === 'all' ? null : chosen };
}

function webhookProblem(answer: Refused): Problem {
  const problem = problemOf(answer, NAMES);
  const { message, field } = webhookProblemWords(answer.error_code);
  if (field && message)
    return { ...problem, message: 'Please correct the problems below.', fields: { [field]: message } };
  return { ...problem, message: message ?? problem.message };
}

/** Types by what they are about: `post.published` and `post.removed` are in one group. */
const TYPE_GROUPS = Object.entries(Object.groupBy(EVENT_TYPES, (type) => type.split('.')[0]!));

async function formData(page: ConsoleContext, { url, ...choices }: Choices) {
  const profiles = await page.profiles();
  // Access to a profile may have ended.
  const strays = choices.chosen.filter((id) => profiles.every(({ profile }) => profile.id !== id));
  return { ...choices, values: { url }, profiles, strays, groups: TYPE_GROUPS, once: randomUUID() };
}

async function showNew(page: ConsoleContext, choices: Choices, problem: Problem | null = null) {
  const data = { title: 'New webhook', problem, ...(await formData(page, choices)) };
  return page.show('webhooks/new', data, problem ? 422 : 200);
}

async function showOne(page: ConsoleContext, webhook: Webhook, choices?: Choices, problem: Problem | null = null) {
  const query = { limit: DELIVERIES_PER_PAGE, cursor: page.query('cursor') };
  const path = `${apiPath(page)}/deliveries`;
  const { items, next_cursor } = await page.call<z.output<typeof DeliveryPage>>('GET', path, { query });
  const data = {
    title: 'Webhook',
    webhook,
    here: here(page),
    names: webhook.profile_ids && profileNames(webhook.profile_ids, await page.profiles()),
    deliveries: items.map(aboutDelivery),
    more: next_cursor && pageAddress(here(page), { cursor: next_cursor }),
    isFirst: query.cursor === undefined,
    problem,
    ...(await formData(page, choices ?? choicesFor(webhook))),
  };
  return page.show('webhooks/show', data, problem ? 422 : 200);
}

type Sent = z.output<typeof Delivery>['request'];
/** A request as it is written in HTTP, with formatted JSON. */
const inWords = ({ headers, body }: NonNullable<Sent>): string =>
  [...Object.entries(headers).map((header) => header.join(': ')), '', JSON.stringify(body, null, 2)].join('\n');

const aboutDelivery = (delivery: z.output<typeof Delivery>) => ({
  ...delivery,
  sent: delivery.request && inWords(delivery.request),
  once: randomUUID(),
  problem: delivery.error && DELIVERY_ERROR_WORDS[delivery.error],
});

/** The only page that shows a secret. It answers the form itself and is not cached. */
function showSecret(page: ConsoleContext, { webhook, secret }: WithSecret, heading: string) {
  return page.show('webhooks/secret', { title: heading, heading, webhook, secret });
}
