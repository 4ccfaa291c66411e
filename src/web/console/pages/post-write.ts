import { randomUUID } from 'node:crypto';
import { POST_KINDS, POST_STATUSES, type PostStatus } from '../../../core/enums.ts';
import { ApiError, fail } from '../../../core/errors.ts';
import { LIMITS, TIMEOUTS } from '../../../core/limits.ts';
import type { InternalResponse } from '../../../http/internal-request.ts';
import type { Form } from '../../kit/form.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import { choicesOf, writersOf } from '../composer.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Notice } from '../notices.ts';
import type { ConsolePages } from '../page-routes.ts';
import {
  fieldsOf,
  imagesOf,
  MAX_PICTURES,
  NEW_POST,
  type PostValues,
  postProblem,
  rightsFor,
  scheduleOf,
  UNWANTED_TIME,
  valuesOfForm,
  valuesOfPost,
  type WholePost,
  WITHOUT_TIME,
} from '../post-form.ts';
import { readTargets } from '../post-targets.ts';
import type { Problem } from '../problems.ts';
import type { Upload } from '../upload.ts';
import { findOwnPost, POSTS, postOf } from './posts.ts';

const FILES = {
  upload: { fileField: 'images', maxFiles: MAX_PICTURES },
  bodyTimeoutMs: TIMEOUTS.http_upload_ms,
};

type Answer = InternalResponse<WholePost>;

/** Writes new posts, and edits, publishes and schedules those of the person's profiles. */
export function postWritingPages(pages: ConsolePages): void {
  const fresh = `${POSTS}/new`;
  pages.get(fresh, 'console.show_new_post', (page) => showNew(page, NEW_POST));
  pages.post(
    fresh,
    'console.create_post',
    async (page, form, upload) => {
      const unclear = timeProblem(page, form);
      const answer = unclear ? null : await create(page, form, upload);
      if (answer?.ok) return leave(page, answer.data);
      await upload?.finish();
      const problem = answer ? postProblem(answer) : unclear!;
      const once = problem.code === 'idempotency_key_reused' ? undefined : form.one('once');
      return showNew(page, valuesOfForm(form, upload), { problem, once, as: form.one('as') });
    },
    {
      ...FILES,
      again: (page, form, upload, problem) =>
        showNew(page, valuesOfForm(form, upload), { problem, as: form.one('as') }),
    },
  );

  const one = `${POSTS}/:profile_id/:post_id`;
  pages.get(one, 'console.show_post', async (page) => {
    const post = await findOwnPost(page);
    return showEdit(page, { post, values: valuesOfPost(post), ...stateOf(post) });
  });
  pages.post(
    one,
    'console.update_post',
    async (page, form, upload) => {
      const problem = timeProblem(page, form);
      if (problem) {
        await upload?.finish();
        return showEditAgain(page, form, upload, { problem, saved: null, isUploaded: false });
      }
      const { answer, saved, isUploaded } = await update(page, form, upload);
      if (answer.ok) return leave(page, answer.data, page.query('do') ?? 'save');
      await upload?.finish();
      return showEditAgain(page, form, upload, { problem: postProblem(answer), saved, isUploaded });
    },
    {
      ...FILES,
      again: (page, form, upload, problem) =>
        showEditAgain(page, form, upload, { problem, saved: null, isUploaded: false }),
    },
  );
}

/** Whether the chosen button and the date contradict each other. A scheduled post has a date, and can be published now. */
function timeProblem(page: ConsoleContext, form: Form): Problem | null {
  const wish = page.query('do') ?? (form.one('once') === '' ? 'save' : 'publish');
  const hasTime = form.one('scheduled_at') !== '';
  if (wish === 'schedule') return hasTime ? null : WITHOUT_TIME;
  return wish === 'publish' && hasTime && form.one('status') !== 'scheduled' ? UNWANTED_TIME : null;
}

async function create(page: ConsoleContext, form: Form, upload: Upload | null): Promise<Answer> {
  const values = valuesOfForm(form, upload);
  const wish = page.query('do');
  const profileId = form.one('as') || (page.query('profile') ?? '');
  const fields = {
    ...fieldsOf(values),
    ...(wish === 'draft' ? { status: 'draft' } : {}),
    ...(wish === 'schedule' ? { scheduled_at: scheduleOf(values) } : {}),
  };
  const call = { profileId, idempotencyKey: form.one('once') };
  return upload?.hasFiles
    ? page.attempt('POST', '/v1/posts/with-images', { ...call, raw: upload.all(fields) })
    : page.attempt('POST', '/v1/posts', { ...call, body: fields });
}

/** An edit, then new pictures, then the publication. `saved` is the post after the last step that succeeded. */
async function update(page: ConsoleContext, form: Form, upload: Upload | null) {
  const { profileId, path } = postOf(page);
  const values = valuesOfForm(form, upload);
  const wish = page.query('do');
  let saved: WholePost | null = null;
  let isUploaded = false;
  const step = async (answer: Promise<Answer>): Promise<Answer> => {
    const done = await answer;
    if (done.ok) saved = done.data;
    return done;
  };
  const body = {
    ...fieldsOf(values),
    ...imagesOf(values),
    ...(wish === 'draft' ? { status: 'draft' } : {}),
    expected_revision: Number(form.one('revision')),
  };
  let answer = await step(page.attempt('PATCH', path, { profileId, body }));
  if (answer.ok && upload?.hasFiles) {
    answer = await step(page.attempt('PUT', `${path}/images`, { profileId, raw: upload.all({}) }));
    isUploaded = answer.ok;
  }
  if (answer.ok && (wish === 'publish' || wish === 'schedule')) {
    const publication = {
      expected_revision: answer.data.revision,
      ...(wish === 'schedule' ? { scheduled_at: scheduleOf(values) } : {}),
    };
    answer = await step(page.attempt('POST', `${path}/publish`, { profileId, body: publication }));
  }
  return { answer, saved: saved as WholePost | null, isUploaded };
}

export const NOTICES_AFTER: Record<Exclude<PostStatus, 'removed'>, Notice> = {
  published: 'post_created',
  draft: 'draft_saved',
  pending_approval: 'post_submitted',
  scheduled: 'post_scheduled',
};

/** Redirects to the list that has the post; after an edit that only saves, back to the post. */
function leave(page: ConsoleContext, post: WholePost, wish = 'publish') {
  const { id, profile_id, status, visibility } = post;
  if (wish === 'save') return page.redirect(`${POSTS}/${profile_id}/${id}`, 'post_saved');
  const about = status === 'published' && visibility === 'public' ? `&about=${id}` : '';
  return page.redirect(
    `${POSTS}?profile=${profile_id}&status=${status}${about}`,
    NOTICES_AFTER[status as keyof typeof NOTICES_AFTER],
  );
}

const LIMITS_OF_FORM = {
  maxPictures: MAX_PICTURES,
  maxBytes: LIMITS.image.max_bytes,
  storedPixels: LIMITS.image.stored_pixels,
  maxLength: LIMITS.post_body.max_length,
};

/** The status of a form that was refused: scripts show any of them, but only this one shows that the server is busy. */
const statusOf = (page: ConsoleContext, problem: Problem | null) => {
  const isBusy = problem?.code === 'service_unavailable' && page.request.headers['hx-request'] !== 'true';
  return problem ? (isBusy ? 503 : 422) : 200;
};

async function showNew(
  page: ConsoleContext,
  values: PostValues,
  {
    problem = null,
    once = randomUUID(),
    as = '',
  }: { problem?: Problem | null; once?: string | undefined; as?: string } = {},
) {
  const acting = await actingOrNull(page);
  const profileId = acting?.profile.id ?? page.query('profile') ?? '';
  if (page.request.method === 'GET' && !acting) return page.show('posts/none', { title: 'Posts' });
  const writers = acting ? await writersOf(page) : [];
  const rights = rightsFor(page, profileId, 'post', 'draft');
  if (!rights.edits) fail('permission_denied');
  return page.show(
    page.request.headers['hx-request'] === 'true' ? 'posts/state' : 'posts/new',
    {
      title: 'New post',
      acting,
      isAgent: acting?.profile.type === 'ai_agent',
      profileId,
      as: as || profileId,
      choices: choicesOf(writers),
      values,
      problem,
      once,
      ...LIMITS_OF_FORM,
      ...rights,
    },
    statusOf(page, problem),
  );
}

/** Null if it can't be read now, so that the form can be shown anyway. */
async function actingOrNull(page: ConsoleContext): Promise<ActingProfile | null> {
  return page.session ? orNullIfBusy(page, actingProfile(page)) : null;
}

async function orNullIfBusy<T>(page: ConsoleContext, read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    const isBusy = error instanceof ApiError && (error.statusCode === 429 || error.statusCode === 503);
    if (!isBusy || page.request.method === 'GET') throw error;
    return null;
  }
}

type Shown = {
  post: WholePost | null;
  values: PostValues;
  status: PostStatus;
  kind: WholePost['kind'];
  revision: string | number;
  /** Whether scripts replace the whole form, and not only its state. */
  isWhole?: boolean;
};
const stateOf = ({ status, kind, revision }: WholePost) => ({ status, kind, revision });

/** The form with what was typed, next to what is stored if somebody else has changed it. */
async function showEditAgain(
  page: ConsoleContext,
  form: Form,
  upload: Upload | null,
  { problem, saved, isUploaded }: { problem: Problem; saved: WholePost | null; isUploaded: boolean },
) {
  const read = page.session && problem.code !== 'post_not_found' ? orNullIfBusy(page, findOwnPost(page)) : null;
  const post = saved ?? (await read);
  const typed = valuesOfForm(form, upload, post);
  // New pictures have new ids, so scripts replace the whole form.
  const isWhole = saved !== null && isUploaded;
  const values = isWhole ? { ...valuesOfPost(saved), scheduled_at: typed.scheduled_at } : typed;
  if (isWhole) page.reply.headers({ 'HX-Retarget': '#post-form', 'HX-Reswap': 'outerHTML' });
  const isChanged = problem.code === 'post_changed';
  const state = {
    status: post?.status ?? POST_STATUSES.find((one) => one === form.one('status')) ?? 'draft',
    kind: post?.kind ?? POST_KINDS.find((one) => one === form.one('kind')) ?? 'post',
    // After a conflict was shown, saving again replaces what the other person wrote.
    revision: saved?.revision ?? (isChanged && post ? post.revision : form.one('revision')),
  };
  const shown = saved
    ? { ...problem, message: `Your changes were saved, but not all of it worked. ${problem.message}` }
    : problem;
  return showEdit(page, { post, values, isWhole, ...state }, shown, isChanged ? post : null);
}

async function showEdit(
  page: ConsoleContext,
  shown: Shown,
  problem: Problem | null = null,
  conflict: WholePost | null = null,
) {
  const { profileId, here } = postOf(page);
  const rights = rightsFor(page, profileId, shown.kind, shown.status);
  const part = shown.isWhole ? 'posts/form' : 'posts/state';
  const isPart = page.request.headers['hx-request'] === 'true';
  const { post } = shown;
  return page.show(
    isPart ? part : 'posts/edit',
    {
      title: 'Post',
      ...shown,
      about: post && !isPart ? (await readTargets(page, profileId, [post]))(post) : null,
      isAgent: shown.post?.profile?.type === 'ai_agent',
      action: here,
      here,
      profileId,
      problem,
      conflict,
      ...LIMITS_OF_FORM,
      ...rights,
    },
    statusOf(page, problem),
  );
}
