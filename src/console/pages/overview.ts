import type { HomeWire } from '../../areas/home/schemas.ts';
import type { ConsolePages } from '../site.ts';

/** Counts of what needs attention, per profile, and the next step for a new account. */
export function overviewPages(pages: ConsolePages): void {
  pages.get('/console', 'console.show_overview', async (visit) => {
    const managed = await visit.profiles();
    const waiting = await Promise.all(
      managed.slice(0, 5).map(async ({ profile }) => ({
        profile,
        home: await visit.call<HomeWire>('GET', '/v1/home', { profileId: profile.id }),
      })),
    );
    return visit.show('overview', { title: 'Overview', managed, waiting });
  });
}
