import type { FastifyReply } from 'fastify';
import { fail } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { op, text } from '../../core/operation-text.ts';
import { sendEventStream } from '../../http/event-stream.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { checkAgain } from '../../http/request-context.ts';
import { exampleEvent } from './examples.ts';
import { Event, StreamQuery, StreamTicket } from './schemas.ts';
import { openStream } from './stream-open.ts';
import { createStreamTicket } from './stream-tickets.ts';

const shared = {
  tag: 'Events',
  auth: { kind: 'credential', scope: { area: 'notifications', access: 'read' } },
  profile: 'optional',
} as const;

/** Streams events to clients that stay connected. */
export const streamOperations: readonly Operation[] = [
  operation({
    ...shared,
    name: 'events.stream',
    method: 'GET',
    path: '/v1/events/stream',
    summary: 'Stream events',
    description: [
      text`The events of ${op('events.list')} as server-sent events: \`event\` is the type, \`data\` the event, \`id\` the cursor after it. Reconnect with the last \`id\` in \`Last-Event-ID\`: no event is missed. At most 5 per credential.`,
      'A comment every 15 s shows that it is alive. It ends when the credential loses access.',
    ],
    errors: ['invalid_cursor', 'invalid_token'],
    query: StreamQuery,
    output: Event,
    eventStream: true,
    takesTicket: true,
    notForModels: true,
    compress: false,
    example: { data: exampleEvent },
    run: async (request, reply) => {
      const { ctx, query, headers, server } = request;
      if (request.method === 'HEAD') return sendEventStream(request, reply as FastifyReply, noEvents);
      if (server.drainSignal.aborted) fail('service_unavailable', { internal: 'the server stops' });
      const { raw } = reply;
      const stream = await openStream(
        ctx,
        query,
        { lastEventId: headers['last-event-id'], ticket: query.ticket },
        {
          buffered: () => raw.writableLength,
          checkAgain: () => checkAgain(request),
          destroy: () => raw.destroy(),
          drain: server.drainSignal,
        },
      );
      if (raw.destroyed) stream.close();
      raw.once('close', () => stream.close());
      return sendEventStream(request, reply as FastifyReply, () => stream.frames());
    },
  }),

  operation({
    ...shared,
    name: 'events.create_stream_ticket',
    done: 'Requested a ticket for an event stream',
    method: 'POST',
    path: '/v1/events/stream-tickets',
    summary: 'Create a ticket for a stream',
    description:
      'For `EventSource` in browsers, which cannot send headers: opens one stream of this credential within 60 s, with `?ticket=`. The stream has the acting profile of this call. A ticket works once, so reconnect with a new one and `cursor`.',
    output: StreamTicket,
    status: 201,
    secretAnswer: true,
    example: { data: { ticket: 'pnt_…', expires_at: exampleEvent.created_at } },
    run: async (_request, reply) =>
      reply.commit({
        commit: createStreamTicket,
        answer: ({ ticket, expiresAt }) => ({
          status: 201,
          data: { ticket, expires_at: expiresAt.toISOString() },
          agent: {
            hint: text`Without a browser, send the credential itself: no ticket is needed.`,
            next_actions: [action('events.stream', {}, 'Open the stream with ?ticket=.')],
          },
        }),
      }),
  }),
];

async function* noEvents(): AsyncGenerator<string> {}
