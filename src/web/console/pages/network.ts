import type { z } from 'zod';
import type { ContactRequestItem } from '../../../areas/contacts/schemas.ts';
import { fail } from '../../../core/errors.ts';
import type { Form } from '../../kit/form.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { memberEntry } from '../member-entries.ts';
import type { ConsolePages } from '../page-routes.ts';
import { withPendingRequests } from '../pending-requests.ts';
import { PERMISSION_CHOICES } from '../permission-words.ts';
import { problemOf } from '../problems.ts';
import { changeRelation, type Refusal } from '../relation-changes.ts';
import { NETWORK_LISTS, networkList, requestEntry } from './network-lists.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';

const PATH = '/console/network';

/** Contact requests, contacts, follows, blocks and mutes of a profile. */
export function networkPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_network', async (page) => {
    const acting = await actingProfile(page, await firstWithRequests(page));
    if (!acting) return page.show('network/none', { title: 'Network' });
    const first = acting.may('networking') ? 'requests' : 'followers';
    return page.redirect(pageAddress(`${PATH}/${first}`, { profile: acting.profile.id }));
  });

  pages.get(`${PATH}/:list`, 'console.list_network', (page) => showList(page));
  pages.post(`${PATH}/:list`, 'console.change_network', (page, form) => {
    requestedList(page);
    return change(page, form, showList);
  });

  pages.get(`${PATH}/requests/:request_id`, 'console.show_contact_request', (page) => showRequest(page));
  pages.post(`${PATH}/requests/:request_id`, 'console.answer_contact_request', (page, form) =>
    change(page, form, showRequest),
  );
}

/** Opens the list of somebody who waits for an answer, if there is one. */
async function firstWithRequests(page: ConsoleContext): Promise<string | undefined> {
  const { requests } = await page.attention();
  return requests.keys().next().value;
}

type Show = (page: ConsoleContext, refusal?: Refusal) => ReturnType<ConsoleContext['show']>;

async function change(page: ConsoleContext, form: Form, show: Show) {
  const id = page.query('profile') ?? fail('profile_not_found');
  const result = await changeRelation(page, id, form);
  if ('notice' in result) return page.redirect(addressOf(page), result.notice);
  return showRefusal(page, result, addressOf(page), () => show(page, result));
}

function addressOf(page: ConsoleContext): string {
  const [path = ''] = page.request.url.split('?');
  return pageAddress(path, { profile: page.query('profile'), q: page.query('q'), cursor: page.query('cursor') });
}

async function tabsFor(page: ConsoleContext, acting: ActingProfile) {
  const { id } = acting.profile;
  const requests = (await page.attention()).requests.get(id);
  return Object.entries(NETWORK_LISTS)
    .filter(([, { permission }]) => permission === null || acting.may(permission))
    .map(([name, { label }]) => ({
      name,
      label,
      path: pageAddress(`${PATH}/${name}`, { profile: id }),
      count: name === 'requests' ? requests : undefined,
    }));
}

const requestedList = (page: ConsoleContext) => networkList(page.param('list')) ?? fail('route_not_found');

const showList: Show = async (page, refusal) => {
  const name = page.param('list');
  const list = requestedList(page);
  const acting = await actingProfile(page);
  if (!acting) return page.redirect(PATH);
  const { profile } = acting;
  const q = list.hasSearch ? page.query('q') : undefined;
  const shared = {
    title: list.label,
    list: name,
    acting,
    switchTo: `${PATH}/${name}`,
    tabs: await tabsFor(page, acting),
    hint: list.hint,
    since: list.since,
    search: list.hasSearch ?? false,
    values: { q: q ?? '', profile: profile.id },
    here: pageAddress(`${PATH}/${name}`, { profile: profile.id, q, cursor: page.query('cursor') }),
    paged: page.query('cursor') !== undefined,
    empty: q === undefined ? list.empty : 'No contacts match. Try part of a name, a username or a headline.',
    ...refusal,
  };
  if (list.permission !== null && !acting.may(list.permission)) {
    const { label } = PERMISSION_CHOICES.find(({ word }) => word === list.permission)!;
    return page.show('network/list', { ...shared, entries: [], next: null, lacking: label }, 403);
  }
  const answer = await page.attempt<{ items: never[]; next_cursor: string | null }>('GET', list.path(profile.id), {
    profileId: profile.id,
    query: { ...list.query, q, cursor: page.query('cursor') },
  });
  const { items, next_cursor } = answer.ok ? answer.data : { items: [], next_cursor: null };
  const problem = refusal?.problem ?? (answer.ok ? null : problemOf(answer));
  const members = await withPendingRequests(page, acting, items.map(list.entryOf));
  const data = {
    ...shared,
    problem,
    entries: members.map((member) => memberEntry(member, acting)),
    next: next_cursor && pageAddress(`${PATH}/${name}`, { profile: profile.id, q, cursor: next_cursor }),
  };
  return page.show('network/list', data, problem ? 422 : 200);
};

/** One contact request with its text, even after it was answered. */
const showRequest: Show = async (page, refusal) => {
  const acting = await actingProfile(page);
  if (!acting) return page.redirect(PATH);
  const { id } = acting.profile;
  const path = `/v1/contact-requests/${page.segment('request_id')}`;
  const item = await page.call<z.output<typeof ContactRequestItem>>('GET', path, { profileId: id });
  const entry = memberEntry(requestEntry(item, id), acting);
  const since = entry.request?.direction === 'incoming' ? NETWORK_LISTS.requests.since : NETWORK_LISTS.sent.since;
  const data = {
    title: 'Contact request',
    list: entry.request?.direction === 'incoming' ? 'requests' : 'sent',
    acting,
    switchTo: PATH,
    tabs: await tabsFor(page, acting),
    entry,
    since,
    here: addressOf(page),
    ...refusal,
  };
  return page.show('network/request', data, refusal ? 422 : 200);
};
