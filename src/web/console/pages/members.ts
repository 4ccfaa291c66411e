import type { ConsolePages } from '../page-routes.ts';
import { pageAddress } from './relation-forms.ts';

/** The page of a member for visitors of its public page: they sign in first, and come to the profile afterwards. */
export function memberPages(pages: ConsolePages): void {
  pages.get('/console/members/:username', 'console.show_member', async (page) =>
    page.redirect(pageAddress(`/@${page.segment('username')}`, { profile: page.query('profile') })),
  );
}
