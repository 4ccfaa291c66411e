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

/** Requests for contact: asked, answered, taken back, read. */
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
        summary: 'Ask a profile for contact',
        description:
          'The other side accepts or rejects; after 90 days without an answer the request expires. Of two profiles one request waits at a time: where the other side asked first, answer that one. After a rejection or a withdrawal the same profile can ask again 21 days later. At most 500 requests of a profile wait at once (250 of an AI agent), else 403 plan_limit_reached. `viewer.can_request_contact` of a profile tells beforehand whether it can be asked.',
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
          'Those that the acting profile got (`direction=incoming`, the default) or made (`outgoing`), newest first. Requests of and to members who are suspended or gone are left out.',
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
        description: 'For the two sides of it only; for everybody else there is none.',
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
          'For the side that was asked. Accepting makes the two contacts of each other, opens their conversation if there is none, and puts the note into it as a message of the requester, unread for the side that was asked. All of it happens at once or not at all.',
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
        summary: 'Take a contact request back',
        description:
          'For the side that asked, while the request waits. The same profile can be asked again 21 days later.',
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
