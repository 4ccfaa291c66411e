import { randomUUID } from 'node:crypto';
import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Form } from '../kit/form.ts';
import { type ActingProfile, actingProfile } from './acting-profile.ts';
import type { ConsoleContext, ManagedProfile } from './console-context.ts';
import { previewOf } from './post-cards.ts';
import { fieldsOf, MAX_PICTURES, NEW_POST, type PostValues, type WholePost } from './post-form.ts';
import type { Upload } from './upload.ts';

export type Draft = { values: PostValues; as: string; once: string; quote: string | undefined };

/** The form for a new post. The profile is one of its fields, so that another choice does not lose the text. */
export async function composerFor(page: ConsoleContext, acting: ActingProfile, draft?: Draft) {
  const writers = await writersOf(page);
  const preferred = draft?.as ?? page.query('as') ?? acting.profile.id;
  const as = writers.find(({ profile }) => profile.id === preferred) ?? writers[0];
  if (!as) return null;
  return {
    choices: choicesOf(writers),
    as: as.profile.id,
    once: draft?.once ?? randomUUID(),
    quoted: await quotedPost(page, acting, draft ? draft.quote : page.query('quote')),
  };
}

/** The profile that was chosen for a text, if it is not the acting one: the page that follows proposes it again. */
export async function otherThanActing(page: ConsoleContext, as: string): Promise<string | undefined> {
  const acting = await actingProfile(page);
  return acting?.profile.id === as ? undefined : as;
}

/** The profiles that the person can post or draft as. */
export async function writersOf(page: ConsoleContext): Promise<ManagedProfile[]> {
  const managed = await page.profiles();
  return managed.filter(({ permissions }) => permissions.includes('posting') || permissions.includes('drafting'));
}

export const choicesOf = (writers: readonly ManagedProfile[]) =>
  writers.map((one) => ({ id: one.profile.id, label: labelOf(one), profile: one.profile }));

function labelOf({ profile, permissions }: ManagedProfile): string {
  return `${profile.name}${permissions.includes('posting') ? '' : ', for approval'}`;
}

/** Null if the post was removed, or can't be quoted by this profile. */
async function quotedPost(page: ConsoleContext, { profile }: ActingProfile, id: string | undefined) {
  if (!id) return null;
  const answer = await page.attempt<PostWire & { profile: ProfileWire }>('GET', `/v1/posts/${encodeURIComponent(id)}`, {
    profileId: profile.id,
  });
  return answer.ok ? previewOf(answer.data) : null;
}

export const COMPOSER_FORM = {
  values: NEW_POST,
  status: 'draft',
  maxLength: LIMITS.post_body.max_length,
  maxPictures: MAX_PICTURES,
  maxBytes: LIMITS.image.max_bytes,
  storedPixels: LIMITS.image.stored_pixels,
};

/** Publishes what was written; for a profile that only drafts, it waits for approval. */
export function publish(page: ConsoleContext, form: Form, upload: Upload | null, values: PostValues) {
  const quote = form.one('quote');
  const fields = {
    ...fieldsOf(values),
    ...(quote === '' ? {} : { quoted_post_id: quote }),
  };
  const call = { profileId: form.one('as'), idempotencyKey: form.one('once') };
  return upload?.hasFiles
    ? page.attempt<WholePost>('POST', '/v1/posts/with-images', { ...call, raw: upload.all(fields) })
    : page.attempt<WholePost>('POST', '/v1/posts', { ...call, body: fields });
}
