import { sql } from '../../../db/drizzle.ts';
import { isLive, isReadBy } from '../../posts/visibility.ts';
import { kind, ofObject, toOther } from './kind.ts';

/** A mention of the recipient in a post or comment. */
export const mentionCreated = kind({
  type: 'mention.created',
  madeBy: { 'mention.created': toOther },
  holds: ({ object, recipient }) => sql`${isLive(object)} and exists (select from post_mentions pm
    where pm.post_id = ${object} and pm.profile_id = ${recipient} and pm.starts <> '{}' offset 0)`,
  concerns: ({ object, recipient }) => isReadBy(object, recipient),
  undoneBy: { 'post.updated': ofObject, 'post.removed': ofObject },
});

/** A quote of a post of the recipient. One that also answers the recipient is a comment. */
export const quoteCreated = kind({
  type: 'quote.created',
  madeBy: { 'quote.created': toOther },
  holds: ({ object }) => isLive(object),
  concerns: ({ object, recipient }) => sql`${isReadBy(object, recipient)} and not exists (select from posts po
    join posts parent on parent.id = po.reply_to_post_id where po.id = ${object} and parent.profile_id = ${recipient})`,
  undoneBy: { 'post.removed': ofObject },
});
