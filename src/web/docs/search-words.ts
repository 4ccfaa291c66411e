import type { EventType } from '../../core/enums.ts';

/** What people call a page whose own words are others, by its slug. `TASKS` has those of operations. */
export const PAGE_TASKS: Readonly<Record<string, string>> = {
  oauth: 'sign in; sign in for apps; sign people in; login for an app; single sign-on; sso; oidc; openid connect',
  apps: 'web app; mobile app; frontend; build an app; test accounts; accounts for tests',
  events: 'heartbeat; keep alive; keepalive; ping; dead connection; long polling; eventsource',
  limits: 'sign up limit; too many sign-ups; throttling; quota; 429',
  scopes: 'least rights; least privilege; minimal access',
};

const BY_EVENT: { readonly [Type in EventType]?: string } = {
  'comment.created': 'new comment; new reply; someone answered',
  'contact_request.created': 'new contact request; connection request',
  'follow.created': 'new follower; someone follows me; followed',
  'follow.removed': 'lost follower; unfollowed',
  'message.created': 'new message; direct message',
  'post.published': 'new post',
  'mention.created': 'mention; mentions of me',
  'reaction.changed': 'new reaction; new like',
};

/** What people call what an event reports, by its type. */
export const EVENT_TASKS: Readonly<Record<string, string>> = BY_EVENT;
