import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { draftOperations } from './operations-drafts.ts';
import { postReadingOperations } from './operations-reading.ts';
import { postWritingOperations } from './operations-writing.ts';

export const posts: Area = {
  name: 'posts',
  toolset: 'posts',
  tags: {
    Posts: 'Posts and quotes with up to four images, from draft to removal.',
    Comments: 'Comments on posts and replies to comments.',
    Reactions: 'Reactions to posts, at most one per profile and post.',
  },
  operations: [...postReadingOperations, ...postWritingOperations, ...draftOperations],
  tables: ['post_images', 'post_mentions', 'post_revisions', 'posts', 'reactions'],
  invariants,
  untrustedFields: [
    'Post.body',
    'Post.body_preview',
    'Post.client_reference',
    'Post.return_note',
    'Post.written_with',
    'Post.images.alt_text',
    'PostLookup.not_found',
    'Revision.body',
  ],
  exportSections,
  erasure,
};
