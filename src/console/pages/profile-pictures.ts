import type { Readable } from 'node:stream';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { IMAGE_THEMES, type ImageTheme } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS, TIMEOUTS } from '../../core/limits.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import { managedProfile } from './profile-edit.ts';
import { profileProblem } from './profile-problems.ts';

const KINDS = ['avatar', 'banner'] as const;
type Kind = (typeof KINDS)[number];
type Slot = { kind: Kind; theme: ImageTheme; url: string | null; shared: boolean; problem: Problem | null };

/** One picture slot. `shared` means that one picture serves light and dark backgrounds. */
function slotOf(profile: ProfileWire, kind: Kind, theme: ImageTheme, problem: Problem | null = null): Slot {
  const { light, dark } = profile.media[kind];
  const url = profile.media[kind][theme].medium_url;
  return { kind, theme, url, shared: url !== null && light.source_url === dark.source_url, problem };
}

function themeOf(word: string | undefined): ImageTheme {
  return IMAGE_THEMES.find((theme) => theme === word) ?? fail('route_not_found');
}

/** Avatar and banner of a profile, for light and dark backgrounds. */
export function profilePicturePages(pages: ConsolePages): void {
  const path = '/console/profiles/:id/pictures';

  pages.get(path, 'console.show_pictures', async (page) => {
    const { profile, may } = await managedProfile(page);
    if (!may) fail('permission_denied');
    const groups = KINDS.map((kind) => ({ kind, slots: IMAGE_THEMES.map((theme) => slotOf(profile, kind, theme)) }));
    return page.show('profiles/pictures', {
      title: `Pictures of ${profile.name}`,
      profile,
      may,
      groups,
      maxBytes: LIMITS.image.max_bytes,
    });
  });

  for (const kind of KINDS) {
    const back = (page: ConsoleContext) => `/console/profiles/${page.param('id')}/pictures`;

    pages.post(
      `${path}/${kind}`,
      `console.set_${kind}`,
      async (page) => {
        const theme = themeOf(page.query('theme'));
        const { headers, body } = page.request;
        const answer = await page.attempt('PUT', `/v1/profiles/${page.param('id')}/${kind}`, {
          query: { theme },
          raw: {
            body: body as Readable,
            contentType: headers['content-type'] ?? '',
            ...(headers['content-length'] === undefined ? {} : { contentLength: headers['content-length'] }),
          },
        });
        if (answer.ok) return page.redirect(back(page), 'picture_set');
        const { profile } = await managedProfile(page);
        const slot = slotOf(profile, kind, theme, profileProblem(answer));
        const data = { title: 'Pictures', profile, slot, maxBytes: LIMITS.image.max_bytes };
        return page.show('profiles/picture', data, 422);
      },
      { bodyTimeoutMs: TIMEOUTS.http_upload_ms },
    );

    pages.post(`${path}/${kind}/remove`, `console.remove_${kind}`, async (page, form) => {
      // A shared picture is stored under one of the themes, and the API does not say which.
      const themes = form.one('theme') === 'both' ? IMAGE_THEMES : [themeOf(form.one('theme'))];
      for (const theme of themes) {
        await page.call('DELETE', `/v1/profiles/${page.param('id')}/${kind}`, { query: { theme } });
      }
      return page.redirect(back(page), 'picture_removed');
    });
  }
}
