import type { HomeWire } from '../../areas/home/schemas.ts';
import type { ConsolePages } from '../page-routes.ts';

/** Counts of what needs attention, per profile, and the next step for a new account. */
export function overviewPages(pages: ConsolePages): void {
  pages.get('/console', 'console.show_overview', async (page) => {
    const managed = await page.profiles();
    const waiting = await Promise.all(
      managed.slice(0, 5).map(async ({ profile }) => ({
        profile,
        home: await page.call<HomeWire>('GET', '/v1/home', { profileId: profile.id }),
      })),
    );
    return page.show('overview', { title: 'Overview', managed, waiting });
  });
}
