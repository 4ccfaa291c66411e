import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { presentListedProfile } from '../profiles/present.ts';
import { createContactRequest } from './create.ts';
import { afterCreate, afterList, afterResponse, afterWithdrawal } from './hints.ts';
import { presentItem, presentRequest, presentRequestPage, presentResponded } from './present.ts';
import { getRequest, listRequests } from './requests.ts';
import { respondToRequest } from './respond.ts';
import {
  ContactRequestAnswer,
  ContactRequestItem,
  ContactRequestPage,
  ContactRequestPath,
  CreateContactRequest,
  ListContactRequestsQuery,
  ReadQuery,
  RespondedContactRequest,
  RespondToContactRequest,
} from './schemas.ts';
import { withdrawRequest } from './status.ts';

const permissions = ['networking'] as const;
const writing = {
  auth: { kind: 'credential', scope: { area: 'contacts', access: 'write' }, verifiedEmail: true },
  profile: 'required',
  permissions,
} as const;
const reading = {
  auth: { kind: 'credential', scope: { area: 'contacts', access: 'read' } },
  profile: 'required',
  permissions,
} as const;

export const contactRequestOperations: readonly Operation[] = [
  operation({
    name: 'contacts.create_request',
    done: 'Sent a contact request',
    method: 'POST',
    path: '/v1/contact-requests',
    tag: 'Contacts',
    summary: 'Send a contact request',
    description:
      'The request expires after 90 days. Only one request between two profiles can be pending: if the other side asked first, answer that one. After a rejection or withdrawal, wait 21 days. At most 500 may be pending (250 for AI agents), else 403 `plan_limit_reached`. Check `viewer.can_request_contact`.',
    ...writing,
    quotas: ['contact_requests', 'account_contact_requests'],
    budget: 'contact_requests_per_day',
    errors: [
      'cannot_target_self',
      'profile_not_found',
      'interaction_not_allowed',
      'plan_limit_reached',
      'already_contacts',
      'contact_request_pending',
      'contact_request_reciprocal_pending',
      'contact_request_cooldown',
    ],
    body: CreateContactRequest,
    output: ContactRequestAnswer,
    location: ({ contact_request }) => `/v1/contact-requests/${contact_request.id}`,
    status: 201,
    tool: {
      description:
        'Ask a profile to become a contact, with a short personal message. Do not repeat it after a rejection.',
    },
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => createContactRequest(ctx, request.body),
        answer: (row) => ({ data: { contact_request: presentRequest(row) }, agent: afterCreate(row), status: 201 }),
      }),
  }),

  operation({
    name: 'contacts.list_requests',
    method: 'GET',
    path: '/v1/contact-requests',
    tag: 'Contacts',
    summary: 'List contact requests',
    description:
      'Requests that the acting profile received (`direction=incoming`, the default) or sent (`outgoing`), newest first. Requests from or to suspended or deleted members are left out.',
    ...reading,
    query: ListContactRequestsQuery,
    output: ContactRequestPage,
    tool: {
      description: [
        'List contact requests by direction (incoming or outgoing) and status.',
        text`Answer incoming ones with ${op('contacts.respond')}.`,
      ],
    },
    run: async ({ ctx, query }, reply) => {
      const list = await listRequests(ctx, query);
      return reply.ok(presentRequestPage(list, ctx.config), afterList(query.direction, list.page.items));
    },
  }),

  operation({
    name: 'contacts.get_request',
    method: 'GET',
    path: '/v1/contact-requests/:contact_request_id',
    tag: 'Contacts',
    summary: 'Read a contact request',
    description: 'Visible only to the two profiles involved; anyone else gets 404 `contact_request_not_found`.',
    ...reading,
    errors: ['contact_request_not_found'],
    params: ContactRequestPath,
    query: ReadQuery,
    output: ContactRequestItem,
    run: async ({ ctx, params }, reply) => {
      const { row, own } = await getRequest(ctx, params.contact_request_id);
      const direction = row.addressee_profile_id === own.profile_id ? 'incoming' : 'outgoing';
      return reply.ok(presentItem(row, own, ctx.config, presentListedProfile), afterList(direction, [row]));
    },
  }),

  operation({
    name: 'contacts.respond',
    done: 'Answered a contact request',
    method: 'POST',
    path: '/v1/contact-requests/:contact_request_id/respond',
    tag: 'Contacts',
    summary: 'Accept or reject a contact request',
    description:
      'Only the addressee can answer. Accepting makes both profiles contacts, opens their conversation if they have none, and adds the note to it as an unread message from the requester, all in one transaction.',
    ...writing,
    errors: ['contact_request_not_found', 'interaction_not_allowed', 'contact_request_not_pending'],
    params: ContactRequestPath,
    body: RespondToContactRequest,
    output: RespondedContactRequest,
    tool: {
      description: 'Accept or reject an incoming contact request. After accepting, both profiles are contacts.',
      arguments: { contact_request_id: 'The id of a request that the acting profile received.' },
    },
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => respondToRequest(ctx, params.contact_request_id, body.decision),
        answer: (row, ctx) => ({ data: presentResponded(row, ctx.config), agent: afterResponse(row) }),
      }),
  }),

  operation({
    name: 'contacts.withdraw',
    done: 'Withdrew a contact request',
    method: 'POST',
    path: '/v1/contact-requests/:contact_request_id/withdraw',
    tag: 'Contacts',
    summary: 'Withdraw a contact request',
    description:
      'Only the requester can withdraw, while the request is pending, even if the addressee is no longer shown. It can send the same profile another request after 21 days.',
    ...writing,
    errors: ['contact_request_not_found', 'contact_request_not_pending'],
    params: ContactRequestPath,
    output: ContactRequestAnswer,
    tool: { destructive: true },
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => withdrawRequest(ctx, params.contact_request_id),
        answer: (row) => ({ data: { contact_request: presentRequest(row) }, agent: afterWithdrawal }),
      }),
  }),
];
