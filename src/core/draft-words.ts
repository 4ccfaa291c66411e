import { op, type Text, text } from './operation-text.ts';

/** How a post waits for a person: what every text for models says about it. */
export const HOW_TO_DRAFT: Text = text`If you may only draft for the profile, leave status out: it becomes pending_approval for a person to publish. Otherwise status draft keeps it a draft until ${op('posts.publish')}.`;

/** The mark of AI, which every tool that writes for others names. */
export const DISCLOSE =
  'Set ai_disclosure to generated for what you wrote: the default is none, unless an AI agent acts.';
