import { createPost } from './create-post.ts';
import { postPhoto } from './post-photo.ts';
import { react } from './react.ts';
import { readAuthenticated, readPublic } from './read-post.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, in the order of the table. A new one is a file and a line here. */
export const SCENARIOS: readonly Scenario[] = [readPublic, readAuthenticated, createPost, react, postPhoto];
