import { op, text } from '../../core/operation-text.ts';
import { disconnectSignal } from '../../http/disconnect.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { checkAgain } from '../../http/request-context.ts';
import { readExpansions } from './expand.ts';
import { afterEvents } from './hints.ts';
import { readEvents } from './list.ts';
import { presentEvent } from './present.ts';
import { EventPage, EventsQuery, type ExpandedEventWire } from './schemas.ts';
import { waitForEvents } from './wait.ts';

export const eventOperations: readonly Operation[] = [
  operation({
    name: 'events.list',
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events',
    description: [
      'What happened to the profiles that you may act as, their own acts too, oldest first, for 30 days. Managers read the types of their permissions.',
      text`Continue with \`next_cursor\`, even after a restart: no event is missed. Delivery is at least once: skip an \`id\` that you have seen.`,
    ],
    auth: { kind: 'credential', scope: { area: 'notifications', access: 'read' } },
    profile: 'optional',
    query: EventsQuery,
    output: EventPage,
    tool: {
      arguments: {
        cursor: [
          'next_cursor of the previous result, or `now` to start with the next event. Default: the oldest event.',
          text`${op('home.get')} returns one too, as events_cursor.`,
        ],
      },
    },
    run: async (request, reply) => {
      const { ctx, query, server } = request;
      const { wait } = query;
      request.waits = wait !== undefined;
      const connection = () => ({
        stops: [server.drainSignal, disconnectSignal(request, reply)],
        checkAgain: () => checkAgain(request),
      });
      const page =
        wait === undefined ? await readEvents(ctx, query) : await waitForEvents(ctx, { ...query, wait }, connection());
      const expansionOf = query.expand && (await readExpansions(ctx, page.events, query.expand));
      const items = page.events.map((row) => ({ ...presentEvent(row), ...expansionOf?.(row) }) as ExpandedEventWire);
      return reply.ok(
        { items, next_cursor: page.next_cursor, has_more: page.has_more },
        afterEvents(items.length === 0, page, query),
      );
    },
  }),
];
