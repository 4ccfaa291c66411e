import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { Permission, PostKind, PostStatus } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Form } from '../kit/form.ts';
import type { ConsoleContext } from './console-context.ts';
import { type Problem, problemOf, type Refused } from './problems.ts';
import type { Upload } from './upload.ts';

export type WholePost = PostWire & { body: string; profile?: ProfileWire };

/** A picture of a post in its form. Its address is missing if the post can't be read now. */
export type FormPicture = { id: string; alt: string; url: string | null; removed: boolean };

export type PostValues = {
  body: string;
  visibility: string;
  ai_disclosure: string;
  /** Date and time in UTC, as its input writes them. */
  scheduled_at: string;
  pictures: FormPicture[];
  /** The alternative texts of the pictures to be uploaded. */
  alts: string[];
};

export const NEW_POST: PostValues = {
  body: '',
  visibility: 'public',
  ai_disclosure: 'none',
  scheduled_at: '',
  pictures: [],
  alts: [],
};

export const MAX_PICTURES = LIMITS.image.max_per_post;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

export function valuesOfPost(post: WholePost): PostValues {
  return {
    body: post.body,
    visibility: post.visibility,
    ai_disclosure: post.ai_disclosure,
    scheduled_at: (post.scheduled_at ?? '').slice(0, MINUTE_LENGTH),
    pictures: post.images.map(({ id, url, alt_text }) => ({ id, url, alt: alt_text ?? '', removed: false })),
    alts: [],
  };
}

/** What was typed. The pictures of the post are in the order that was chosen. */
export function valuesOfForm(form: Form, upload: Upload | null, post: WholePost | null = null): PostValues {
  const [ids, alts, places] = ['picture', 'picture_alt', 'picture_place'].map((name) => form.many(name));
  const removed = form.many('picture_removed');
  const pictures = ids!.map((id, index) => ({
    id,
    alt: alts![index] ?? '',
    url: post?.images.find((image) => image.id === id)?.url ?? null,
    removed: removed.includes(id),
    place: Number(places![index]) || index + 1,
  }));
  return {
    body: form.one('body'),
    visibility: form.one('visibility'),
    ai_disclosure: form.one('ai_disclosure'),
    scheduled_at: form.one('scheduled_at'),
    pictures: pictures.sort((a, b) => a.place - b.place).map(({ place: _place, ...picture }) => picture),
    alts: (upload?.slots ?? []).map(({ alt }) => alt ?? ''),
  };
}

/** The fields that a new post and an edit have in common. Anything but a date is passed on, and the API rejects it. */
export function fieldsOf({ body, visibility, ai_disclosure }: PostValues) {
  return {
    body,
    ...(visibility === '' ? {} : { visibility }),
    ...(ai_disclosure === '' ? {} : { ai_disclosure }),
  };
}

export function scheduleOf({ scheduled_at }: PostValues): string {
  return scheduled_at.length === MINUTE_LENGTH ? `${scheduled_at}:00.000Z` : scheduled_at;
}

export function imagesOf({ pictures }: PostValues) {
  if (pictures.length === 0) return {};
  const kept = pictures.filter(({ removed }) => !removed);
  return { images: kept.map(({ id, alt }) => ({ id, alt_text: alt.trim() === '' ? null : alt })) };
}

/** What the person can do with a post. Without a session it is unknown, and the form offers everything. */
export function rightsFor(page: ConsoleContext, profileId: string, kind: PostKind, status: PostStatus) {
  const attached = page.session?.principal.profiles.get(profileId);
  const has = (permission: Permission) => !attached || attached.owned || attached.permissions.includes(permission);
  const publishes = has(kind === 'comment' ? 'commenting' : 'posting');
  const isOpen = status === 'draft' || status === 'pending_approval';
  return { publishes, edits: publishes || (isOpen && has('drafting')), removes: publishes };
}

/** Messages for people, where the API's own are meant for programs. */
const SENTENCES: Record<string, string> = {
  empty_post: 'Write something, or add a picture.',
  permission_denied: 'You don’t have permission to do this for this profile.',
  profile_suspended: 'The operator of this server suspended this profile. It can’t post.',
  email_not_verified: 'Your e-mail address is not verified yet.',
  grant_budget_reached: 'The daily limit of posts for your access is reached. Save a draft, and publish it tomorrow.',
  rate_limited: 'Nothing was saved: you have sent too much in a short time.',
  idempotency_key_reused: 'You have already submitted this form. Submit it again to create another post.',
  post_changed: 'Somebody else changed this post after you opened it. Your text is still in the form.',
  post_not_found: 'This post was removed.',
  interaction_not_allowed: 'You can no longer reply to this member, or quote them.',
  image_too_large: 'A picture is too large. The maximum is 8 MB and 33 million pixels.',
  payload_too_large: 'The pictures are too large. The maximum is 8 MB each.',
  unsupported_image_type: 'A picture has an unsupported type.',
  invalid_image: 'A picture is damaged. Save it again and retry.',
  too_many_images: 'A post can have up to four pictures.',
  request_timeout: 'The upload took too long. Try again on a faster connection.',
};
const NAMES = { images: 'pictures', alt_text: 'pictures' };
const NO_TIME = 'Choose a date and time.';
const TIMES: Readonly<Record<string, string>> = {
  min_seconds_ahead: 'Choose a time at least one minute from now. Times are in UTC.',
  max_seconds_ahead: 'Choose a time within a year from now.',
};

const wrongTime = (words: string): Problem => ({
  code: 'invalid_request',
  message: 'Please correct the problems below.',
  fields: { scheduled_at: words },
});

/** The problems of a post that is to be scheduled without a time, or published with one. `/v1` is not asked about them. */
export const WITHOUT_TIME = wrongTime(NO_TIME);
export const UNWANTED_TIME = wrongTime('You set a date. Choose Schedule, or clear the date.');

/** Published, submitted or returned in the meantime: shown like another change of the post. */
const MOVED_ON: Problem = {
  code: 'post_changed',
  message: 'The status of this post changed after you opened it. Your text is still in the form.',
  fields: {},
};

export function postProblem(answer: Refused): Problem {
  if (answer.agent.fields?.some(({ rule }) => rule === 'status')) return MOVED_ON;
  const problem = problemOf(answer, NAMES);
  const time = answer.agent.fields?.find(({ path }) => path === 'body.scheduled_at');
  if (time) problem.fields['scheduled_at'] = TIMES[time.rule] ?? NO_TIME;
  const sentence = SENTENCES[answer.error_code];
  const wait = problem.waitSeconds === undefined ? '' : problem.message.slice(problem.message.indexOf(' Try again'));
  return { ...problem, message: sentence === undefined ? problem.message : sentence + wait };
}
