import { sql } from '../../../db/drizzle.ts';
import { isLive, isReadBy } from '../../posts/visibility.ts';
import { kind, ofObject, toOther } from './kind.ts';

/** A quote of a post of the recipient. One that also answers the recipient is a comment. */
export const quoteCreated = kind({
  type: 'quote.created',
  madeBy: { 'quote.created': toOther },
  holds: ({ object }) => isLive(object),
  concerns: ({ object, recipient }) => sql`${isReadBy(object, recipient)} and not exists (select from posts po
    join posts parent on parent.id = po.reply_to_post_id where po.id = ${object} and parent.profile_id = ${recipient})`,
  undoneBy: { 'post.removed': ofObject },
});
