import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { createContactRequest } from './create.ts';
import { exampleRequest, exampleRequestItem, exampleResponse } from './examples.ts';
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
import { withdrawRequest } from './withdraw.ts';

const tags = ['Contacts'];
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

/** Routes that create, list, read, answer and withdraw contact requests. */
export const contactRequestRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.post(
    '/v1/contact-requests',
    {
      config: {
        ...writing,
        operation: 'contacts.create_request',
        quotas: ['contact_requests'],
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
        example: {
          body: { profile_id: exampleRequest.profile_id, message: exampleRequest.message },
          data: { contact_request: exampleRequest },
        },
      },
      schema: {
        summary: 'Send a contact request',
        description:
          'The request expires after 90 days. Only one request between two profiles can be pending: if the other side asked first, answer that one. After a rejection or withdrawal, wait 21 days. At most 500 may be pending (250 for AI agents), else 403 `plan_limit_reached`. Check `viewer.can_request_contact`.',
        tags,
        body: CreateContactRequest,
        response: answers(ContactRequestAnswer, 201),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => createContactRequest(ctx, request.body),
        answer: (row) => ({ data: { contact_request: presentRequest(row) }, agent: afterCreate(row), status: 201 }),
      }),
  );

  app.get(
    '/v1/contact-requests',
    {
      config: {
        ...reading,
        operation: 'contacts.list_requests',
        errors: ['invalid_cursor'],
        example: { data: { items: [exampleRequestItem], next_cursor: null } },
      },
      schema: {
        summary: 'List contact requests',
        description:
          'Requests that the acting profile received (`direction=incoming`, the default) or sent (`outgoing`), newest first. Requests from or to suspended or deleted members are left out.',
        tags,
        querystring: ListContactRequestsQuery,
        response: answers(ContactRequestPage),
      },
    },
    async ({ ctx, query }, reply) => {
      const list = await listRequests(ctx, query);
      return reply.ok(presentRequestPage(list, query.view, addresses), afterList(query.direction, list.page.items));
    },
  );

  app.get(
    '/v1/contact-requests/:contact_request_id',
    {
      config: {
        ...reading,
        operation: 'contacts.get_request',
        errors: ['contact_request_not_found'],
        example: { data: exampleRequestItem },
      },
      schema: {
        summary: 'Read a contact request',
        description: 'Visible only to the two profiles involved; anyone else gets 404 `contact_request_not_found`.',
        tags,
        params: ContactRequestPath,
        querystring: ReadQuery,
        response: answers(ContactRequestItem),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const { row, own } = await getRequest(ctx, params.contact_request_id);
      const direction = row.addressee_profile_id === own.profile_id ? 'incoming' : 'outgoing';
      return reply.ok(presentItem(row, own, query.view, addresses), afterList(direction, [row]));
    },
  );

  app.post(
    '/v1/contact-requests/:contact_request_id/respond',
    {
      config: {
        ...writing,
        operation: 'contacts.respond',
        errors: ['contact_request_not_found', 'interaction_not_allowed', 'contact_request_not_pending'],
        example: { body: { decision: 'accept' }, data: exampleResponse },
      },
      schema: {
        summary: 'Accept or reject a contact request',
        description:
          'Only the addressee can answer. Accepting makes both profiles contacts, opens their conversation if they have none, and adds the note to it as an unread message from the requester, all in one transaction.',
        tags,
        params: ContactRequestPath,
        body: RespondToContactRequest,
        response: answers(RespondedContactRequest),
      },
    },
    async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => respondToRequest(ctx, params.contact_request_id, body.decision),
        answer: (row) => ({ data: presentResponded(row, addresses), agent: afterResponse(row) }),
      }),
  );

  app.post(
    '/v1/contact-requests/:contact_request_id/withdraw',
    {
      config: {
        ...writing,
        operation: 'contacts.withdraw',
        errors: ['contact_request_not_found', 'contact_request_not_pending'],
        example: { data: { contact_request: { ...exampleRequest, status: 'withdrawn' } } },
      },
      schema: {
        summary: 'Withdraw a contact request',
        description:
          'Only the requester can withdraw, while the request is pending. It can send the same profile another request after 21 days.',
        tags,
        params: ContactRequestPath,
        response: answers(ContactRequestAnswer),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => withdrawRequest(ctx, params.contact_request_id),
        answer: (row) => ({ data: { contact_request: presentRequest(row) }, agent: afterWithdrawal }),
      }),
  );
};
