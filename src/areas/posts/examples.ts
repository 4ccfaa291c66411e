const profile_id = '0199c5a0-7d52-7c3e-9a41-3c1f6e2b8d01';
const post_id = '0199c5a1-03f4-7b1d-8e26-5f0a9d7c4e11';
const none = { source_url: null, large_url: null, medium_url: null, small_url: null };
const themes = { light: none, dark: none };
const created = '2026-11-03T09:15:00.000Z';

export const exampleProfile = {
  id: profile_id,
  url: 'https://network.example/@mara-lindqvist',
  username: 'mara-lindqvist',
  type: 'human',
  name: 'Mara Lindqvist',
  call_name: 'Mara',
  legal_name_verified: true,
  active_plan: 'core',
  occupation: 'Structural engineer',
  location: { country_code: null, country_name: null, state_code: null, state_name: null, city_name: null },
  bio: 'Timber bridges and what they teach us.',
  created_at: '2026-10-01T08:00:00.000Z',
  updated_at: '2026-10-01T08:00:00.000Z',
  media: { avatar: themes, banner: themes },
  viewer: null,
};

const body = 'The footbridge over the Fyris opened this morning: 62 metres of glulam, and it hums in the wind.';

export const exampleImage = {
  id: '0199c5a1-03f4-7b1d-8e26-5f0a9d7c4e21',
  url: 'https://network.example/media/4f/4f0c2d9be1a7436c8d25b0e97f31a6c8.webp',
  width: 2560,
  height: 1707,
  alt_text: 'A wooden footbridge over a river at dawn',
};

export const examplePost = {
  id: post_id,
  url: `https://network.example/posts/${post_id}`,
  profile_id,
  kind: 'post',
  is_golden_ticket: false,
  body_preview: body,
  body_truncated: false,
  mentions: [],
  links: [],
  images: [exampleImage],
  image_count: 1,
  reply_to_post_id: null,
  root_post_id: null,
  quoted_post_id: null,
  visibility: 'public',
  status: 'published',
  scheduled_at: null,
  published_at: created,
  reply_count: 0,
  likes_count: 0,
  comments_count: 0,
  quotes_count: 0,
  viewer_reaction: null,
  created_at: created,
  updated_at: created,
  ai_disclosure: 'none',
  edited_at: null,
  revision: 1,
  client_reference: null,
  return_note: null,
  manager_profile_id: null,
  quoted_post: null,
};

export const examplePostWithBody = { ...examplePost, body };
export const exampleTextPost = { ...examplePostWithBody, images: [], image_count: 0 };
export const exampleComment = {
  ...exampleTextPost,
  id: '0199c5a2-4c11-7f0e-b3a5-8d2e61f7a931',
  url: 'https://network.example/posts/0199c5a2-4c11-7f0e-b3a5-8d2e61f7a931',
  kind: 'comment',
  reply_to_post_id: post_id,
  root_post_id: post_id,
  body: 'Congratulations! Which adhesive did you use?',
  body_preview: 'Congratulations! Which adhesive did you use?',
};
export const exampleDraft = { ...exampleTextPost, status: 'draft', published_at: null };
const { body: _body, ...listedComment } = exampleComment;
export const examplePair = { post: examplePost, profile: exampleProfile };
export const exampleCommentPair = { post: listedComment, profile: exampleProfile };
export const examplePage = (item: unknown) => ({ items: [item], next_cursor: null });
