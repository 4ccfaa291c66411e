import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { IMAGE_THEMES, type ImageTheme } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { LIMITS, TIMEOUTS } from '../../../core/limits.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import type { Upload } from '../upload.ts';
import { managedProfile } from './profile-edit.ts';
import { profileProblem } from './profile-problems.ts';

const KINDS = ['avatar', 'banner'] as const;
type Kind = (typeof KINDS)[number];
type Slot = { kind: Kind; theme: ImageTheme; url: string | null; shared: boolean; problem: Problem | null };
type Problems = ReadonlyMap<string, Problem>;

/** The inputs of the form, each with the picture that it sets. */
const INPUTS = KINDS.flatMap((kind) => IMAGE_THEMES.map((theme) => ({ name: `${kind}-${theme}`, kind, theme })));

/** One picture slot. `shared` means that one picture serves light and dark backgrounds. */
function slotOf(profile: ProfileWire, { name, kind, theme }: (typeof INPUTS)[number], problems: Problems): Slot {
  const { light, dark } = profile.media[kind];
  const url = profile.media[kind][theme].medium_url;
  const shared = url !== null && light.source_url === dark.source_url;
  return { kind, theme, url, shared, problem: problems.get(name) ?? null };
}

export function profilePicturePages(pages: ConsolePages): void {
  const path = '/console/profiles/:id/pictures';
  const back = (page: ConsoleContext) => `/console/profiles/${page.segment('id')}/pictures`;

  pages.get(path, 'console.show_pictures', (page) => showPictures(page));

  pages.post(
    path,
    'console.set_pictures',
    async (page, _form, upload) => {
      const problems = await setPictures(page, upload);
      return problems.size === 0 ? page.redirect(back(page), 'picture_set') : showPictures(page, problems);
    },
    { upload: { fileField: 'image', maxFiles: INPUTS.length }, bodyTimeoutMs: TIMEOUTS.http_upload_ms },
  );

  for (const kind of KINDS) {
    pages.post(`${path}/${kind}/remove`, `console.remove_${kind}`, async (page, form) => {
      // A shared picture is stored under one of the themes, and the API does not say which.
      const theme = IMAGE_THEMES.find((one) => one === form.one('theme'));
      const themes = form.one('theme') === 'both' ? IMAGE_THEMES : [theme ?? fail('route_not_found')];
      for (const one of themes) {
        await page.call('DELETE', `/v1/profiles/${page.segment('id')}/${kind}`, { query: { theme: one } });
      }
      return page.redirect(back(page), 'picture_removed');
    });
  }
}

/** Sets the chosen pictures one after the other, each while it arrives. Returns why some were refused. */
async function setPictures(page: ConsoleContext, upload: Upload | null): Promise<Problems> {
  const problems = new Map<string, Problem>();
  for (let file = await upload?.next(); file; file = await upload?.next()) {
    const { name, body } = file;
    const { kind, theme } = INPUTS.find((input) => input.name === name) ?? fail('invalid_request');
    const address = `/v1/profiles/${page.segment('id')}/${kind}`;
    const answer = await page.attempt('PUT', address, { query: { theme }, raw: body });
    if (!answer.ok) problems.set(name, profileProblem(answer));
  }
  return problems;
}

async function showPictures(page: ConsoleContext, problems: Problems = new Map()) {
  const { profile, may } = await managedProfile(page);
  if (!may && problems.size === 0) fail('permission_denied');
  const groups = KINDS.map((kind) => ({
    kind,
    slots: INPUTS.filter((input) => input.kind === kind).map((input) => slotOf(profile, input, problems)),
  }));
  const title = `Pictures of ${profile.name}`;
  const { max_bytes: maxBytes, stored_pixels: storedPixels } = LIMITS.image;
  const data = { title, profile, may, groups, maxBytes, storedPixels };
  return page.show('profiles/pictures', data, problems.size === 0 ? 200 : 422);
}
