import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { op, text } from '../../core/operation-text.ts';
import { makeCtx } from '../../ctx.ts';
import { sendEventStream, sendEventStreamHead } from '../../http/event-stream.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { checksOf } from '../../http/request-context.ts';
import { OpenStreams } from './open-streams.ts';
import { Event, StreamQuery, StreamTicket } from './schemas.ts';
import { openStream } from './stream-open.ts';
import { createStreamTicket } from './stream-tickets.ts';

const shared = {
  tag: 'Events',
  auth: { kind: 'credential', scope: { area: 'notifications', access: 'read' } },
  profile: 'optional',
} as const;

const opened = new WeakMap<AbortSignal, OpenStreams>();

/** The streams of a server, which has several instances of Fastify. */
function streamsOf({ deps, drainSignal }: FastifyInstance): OpenStreams {
  const ctx = () => makeCtx({ deps, operation: 'events.stream', requestId: 'streams' });
  const streams = opened.get(drainSignal) ?? new OpenStreams(ctx(), drainSignal);
  opened.set(drainSignal, streams);
  return streams;
}

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
    errors: ['invalid_token'],
    query: StreamQuery,
    output: Event,
    eventStream: true,
    takesTicket: 'stream',
    notForModels: true,
    compress: false,
    run: async (request, reply) => {
      const { ctx, query, headers, server } = request;
      if (request.method === 'HEAD') return sendEventStreamHead(reply as FastifyReply);
      if (server.drainSignal.aborted) fail('service_unavailable', { internal: 'the server stops' });
      const place = { lastEventId: headers['last-event-id'], ticket: query.ticket };
      const lasting = { streams: streamsOf(server), checkAgain: checksOf(request) };
      return sendEventStream(reply as FastifyReply, await openStream(ctx, query, place, lasting));
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
