import { sendEventStream } from '../../../http/event-stream.ts';
import { streamInternally } from '../../../http/internal-request.ts';
import { withoutCors } from '../../../http/response-headers.ts';
import { readBadges } from '../badges.ts';
import type { ConsolePages } from '../page-routes.ts';

/** What keeps an open page current: the events of the session, and the numbers in the navigation. */
export function livePages(pages: ConsolePages): void {
  pages.get(
    '/console/live/events',
    'console.stream_events',
    async ({ request, reply, session }) => {
      const given = request.headers['last-event-id'];
      const opened = await streamInternally(request.server, request, {
        url: '/v1/events/stream?named=false',
        token: session!.token,
        lastEventId: typeof given === 'string' && given !== '' ? given : undefined,
      });
      if ('refused' in opened) return reply.code(opened.refused).send();
      const { events, end } = opened;
      // The hook that does this for pages does not run.
      return sendEventStream(withoutCors(reply), {
        start: (connection) => {
          events.on('data', (text) => connection.write(String(text))).once('close', () => connection.end(''));
        },
        close: end,
      });
    },
    { part: true },
  );

  pages.get(
    '/console/live/badges',
    'console.count_pending',
    async (page) => page.reply.header('Cache-Control', 'no-store').send(await readBadges(page, page.attention)),
    { part: true },
  );
}
