/**
 * The network's rules again, in memory and without a database: what an operation returns and what it changes. Members
 * and objects are numbers in the order of their creation. Each method changes the model and returns what the service
 * must return: its status, or the error code.
 */

import type { Conversation, Outcome, Post, Visibility } from './objects.ts';
import { pairKey, Relations } from './relations.ts';

const aboutTalk = (index: number) => `conversation ${index}`;

export class Network extends Relations {
  readonly conversations: Conversation[] = [];
  readonly posts: Post[] = [];

  conversationOf = (a: number, b: number) =>
    this.conversations.findIndex(({ members }) => pairKey(...members) === pairKey(a, b));

  ask(a: number, b: number, note: string): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
    if (this.blocked(a, b)) return 'interaction_not_allowed';
    if (this.areContacts(a, b)) return 'already_contacts';
    const waiting = this.waitingBetween(a, b);
    if (waiting) return waiting.from === a ? 'contact_request_pending' : 'contact_request_reciprocal_pending';
    if (this.coolsDown(a, b)) return 'contact_request_cooldown';
    const index = this.requests.push({ from: a, to: b, note, status: 'pending', changedDay: this.day }) - 1;
    this.notifications.add('contact_request.created', b, `request ${index}`, a);
    return 201;
  }

  respond(by: number, index: number, decision: 'accept' | 'reject'): Outcome {
    const request = this.requests[index]!;
    if (by !== request.to) return by === request.from ? 'permission_denied' : 'contact_request_not_found';
    if (!this.isShown(request.from)) return 'contact_request_not_found';
    if (request.status !== 'pending') return 'contact_request_not_pending';
    request.changedDay = this.day;
    request.status = decision === 'accept' ? 'accepted' : 'rejected';
    this.notifications.settle('contact_request.created', by, `request ${index}`);
    this.notifications.add(`contact_request.${request.status}`, request.from, `request ${index}`, by);
    if (decision === 'reject') return 200;
    this.contacts.add(pairKey(request.from, request.to));
    const conversation = this.opened(request.from, request.to);
    if (request.note !== '') this.said(conversation, request.from);
    return 200;
  }

  block(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
    if (b === this.hand) return 'permission_denied';
    this.endGrantBetween(a, b);
    if (this.blocking(a, b)) return 200;
    this.notifications.separate(a, b);
    this.blocks.add(`${a}>${b}`);
    this.follows.delete(`${a}>${b}`);
    this.follows.delete(`${b}>${a}`);
    this.contacts.delete(pairKey(a, b));
    const waiting = this.waitingBetween(a, b);
    if (waiting) Object.assign(waiting, { status: 'withdrawn', changedDay: this.day });
    return 201;
  }

  open(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
    if (this.blocked(a, b)) return 'interaction_not_allowed';
    if (this.conversationOf(a, b) >= 0) return 200;
    this.opened(a, b);
    return 201;
  }

  private opened(a: number, b: number): Conversation {
    const known = this.conversations[this.conversationOf(a, b)];
    if (known) return known;
    const read = new Map([a, b].map((side) => [side, 0]));
    return this.conversations[this.conversations.push({ members: [a, b], messages: [], read }) - 1]!;
  }

  send(by: number, index: number): Outcome {
    const { members } = this.conversations[index]!;
    if (!members.includes(by)) return 'conversation_not_found';
    if (this.blocked(...members) || !members.every(this.isShown)) return 'interaction_not_allowed';
    this.said(this.conversations[index]!, by);
    return 201;
  }

  private said(conversation: Conversation, by: number): void {
    conversation.messages.push({ from: by, deleted: false });
    const other = conversation.members.find((member) => member !== by)!;
    this.notifications.add('message.created', other, aboutTalk(this.conversations.indexOf(conversation)), by);
  }

  /** Reads up to the given number of messages. */
  read(by: number, index: number, count: number): Outcome {
    const { members, read } = this.conversations[index]!;
    if (!members.includes(by)) return 'conversation_not_found';
    read.set(by, Math.max(read.get(by)!, count));
    if (this.unread(by, index) === 0) this.notifications.settle('message.created', by, aboutTalk(index));
    return 200;
  }

  unread(by: number, index: number): number {
    const { messages, read } = this.conversations[index]!;
    return messages.filter((one, at) => at >= read.get(by)! && one.from !== by && !one.deleted).length;
  }

  deleteMessage(by: number, index: number, at: number): Outcome {
    const { members, messages } = this.conversations[index]!;
    if (!members.includes(by)) return 'conversation_not_found';
    if (messages[at]!.from !== by) return 'permission_denied';
    messages[at]!.deleted = true;
    const other = members.find((member) => member !== by)!;
    if (this.unread(other, index) === 0) this.notifications.endUnread('message.created', other, aboutTalk(index));
    return 200;
  }

  /** Whether a member may read a post, by the rules of its thread. */
  sees(reader: number, index: number): boolean {
    const post = this.posts[index]!;
    if (post.removed || !this.isShown(post.author)) return false;
    if (post.unpublished) return post.author === reader;
    const { visibility } = this.posts[post.root ?? index]!;
    if (post.author === reader || visibility === 'public') return true;
    return !this.blocked(post.author, reader) && this.isOpen(reader, index);
  }

  /** Whether the thread of a post is for the reader, no matter whose post it is. */
  isOpen(reader: number, index: number): boolean {
    const { author: owner, visibility } = this.posts[this.posts[index]!.root ?? index]!;
    if (visibility === 'public' || owner === reader) return true;
    return !this.blocked(owner, reader) && (visibility === 'members' || this.areContacts(owner, reader));
  }

  private interaction(by: number, index: number): Outcome | null {
    if (!this.sees(by, index) || this.posts[index]!.unpublished) return 'post_not_found';
    const post = this.posts[index]!;
    const owner = this.posts[post.root ?? index]!.author;
    return this.blocked(by, post.author) || this.blocked(by, owner) ? 'interaction_not_allowed' : null;
  }

  private added(post: Pick<Post, 'author' | 'kind' | 'visibility'> & Partial<Post>): Outcome {
    const index = this.posts.push({
      parent: null,
      root: null,
      quoted: null,
      unpublished: null,
      removed: false,
      reactions: new Map(),
      mentions: new Set(),
      announced: new Set(),
      named: null,
      under: this.hand,
      ...post,
    });
    this.announce(index - 1);
    return 201;
  }

  /**
   * Notifies those that a published post mentions for the first time, and when it is published the authors of what it
   * answers or quotes.
   */
  private announce(index: number, isEdited = false): void {
    const { author, parent, quoted, unpublished, mentions, announced } = this.posts[index]!;
    if (unpublished) return;
    const notify = (type: 'comment.created' | 'quote.created' | 'mention.created', to: number, about = index) => {
      const isWanted = this.isShown(to) && !this.blocked(to, author) && this.sees(to, index);
      if (isWanted) this.notifications.add(type, to, `post ${about}`, author, `post ${index}`);
    };
    if (parent !== null && !isEdited) notify('comment.created', this.posts[parent]!.author, parent);
    if (quoted !== null && !isEdited) notify('quote.created', this.posts[quoted]!.author);
    const notified = [parent, quoted].map((post) => (post === null ? null : this.posts[post]!.author));
    for (const member of mentions) {
      if (!announced.has(member) && !notified.includes(member)) notify('mention.created', member);
      announced.add(member);
    }
  }

  /** `mentioned` null: the text mentions nobody. */
  post(by: number, visibility: Visibility, mentioned: number | null, isScheduled: boolean): Outcome {
    const mentions = new Set(mentioned !== null && this.isShown(mentioned) ? [mentioned] : []);
    return this.added({
      author: by,
      kind: 'post',
      visibility,
      named: mentioned,
      mentions,
      unpublished: isScheduled ? 'scheduled' : null,
    });
  }

  /** A name that the earlier text mentions stays with its profile. */
  edit(by: number, index: number, mentioned: number | null): Outcome {
    const post = this.posts[index]!;
    if (post.removed) return 'post_not_found';
    if (post.author !== by) return this.sees(by, index) ? 'permission_denied' : 'post_not_found';
    const isKnown = mentioned !== null && (post.mentions.has(mentioned) || this.isShown(mentioned));
    const gone = [...post.mentions].filter((member) => member !== mentioned);
    post.mentions = new Set(isKnown ? [mentioned] : []);
    for (const member of gone) this.notifications.end('mention.created', `post ${index}`, member);
    // An edit that changes nothing leaves it to who scheduled it.
    if (post.named !== mentioned) post.under = this.hand;
    post.named = mentioned;
    this.announce(index, true);
    return 200;
  }

  /** Scheduled posts whose author is hidden become drafts, and those whose manager may no longer post. */
  publishDue(): void {
    for (const [index, post] of this.scheduled()) {
      const isAllowed = post.under === null || this.managerOf(post.author) === post.under;
      if (this.isShown(post.author) && isAllowed && (post.under === null || this.isShown(post.under))) {
        post.unpublished = null;
        this.announce(index);
      } else this.unschedule(index);
    }
  }

  private scheduled = () =>
    [...this.posts.entries()].filter(([, { unpublished, removed }]) => unpublished === 'scheduled' && !removed);

  private unschedule(index: number): void {
    const post = this.posts[index]!;
    post.unpublished = 'draft';
    this.notifications.add('post.unscheduled', post.author, `post ${index}`, null);
  }

  /** What the manager had scheduled is a draft again. */
  endGrant(company: number): Outcome {
    const manager = this.grants.get(company);
    this.grants.delete(company);
    for (const [index, { author, under }] of this.scheduled()) {
      if (author === company && under === manager) this.unschedule(index);
    }
    return 200;
  }

  private endGrantBetween(a: number, b: number): void {
    if (this.managerOf(a) === b) this.endGrant(a);
    if (this.managerOf(b) === a) this.endGrant(b);
  }

  comment(by: number, index: number): Outcome {
    const root = this.posts[index]!.root ?? index;
    const { visibility } = this.posts[root]!;
    return this.interaction(by, index) ?? this.added({ author: by, kind: 'comment', visibility, parent: index, root });
  }

  quote(by: number, index: number, visibility: Visibility): Outcome {
    return this.interaction(by, index) ?? this.added({ author: by, kind: 'quote', visibility, quoted: index });
  }

  react(by: number, index: number, type: string, active: boolean): Outcome {
    const { reactions } = this.posts[index]!;
    // Taking back is allowed whatever the other side did since.
    const isClearable = !active && (this.sees(by, index) || reactions.has(by));
    const refused = this.interaction(by, index);
    if (refused !== null && !isClearable) return active ? refused : 'post_not_found';
    const { author } = this.posts[index]!;
    const earlier = reactions.get(by);
    if (active) {
      reactions.set(by, type);
      if (earlier !== type) this.notifications.add('reaction.changed', author, `post ${index}`, by);
    } else if (reactions.delete(by)) this.notifications.undo('reaction.changed', `post ${index}`, by);
    return 200;
  }

  removePost(by: number, index: number): Outcome {
    const post = this.posts[index]!;
    if (post.author !== by) return this.sees(by, index) ? 'permission_denied' : 'post_not_found';
    if (post.removed) return 200;
    post.removed = true;
    for (const type of ['reaction.changed', 'quote.created', 'mention.created', 'post.unscheduled'] as const) {
      this.notifications.end(type, `post ${index}`);
    }
    if (post.parent !== null) this.notifications.undo('comment.created', `post ${post.parent}`, by, `post ${index}`);
    return 200;
  }

  /** Published, and its author is shown. */
  isLive = ({ removed, unpublished, author }: Post) => !removed && unpublished === null && this.isShown(author);

  /** Everybody may read it, if it is live. */
  isForAll = ({ root, visibility }: Post) => (root === null ? visibility : this.posts[root]!.visibility) === 'public';

  /** The counts of a post: direct replies, all replies, quotes, members who react. */
  countsOf(index: number) {
    const below = (post: Post): boolean =>
      post.parent !== null && (post.parent === index || below(this.posts[post.parent]!));
    const live = this.posts.filter(this.isLive);
    return {
      reply_count: live.filter(({ parent }) => parent === index).length,
      comments_count: live.filter(below).length,
      quotes_count: live.filter((post) => post.quoted === index && this.isForAll(post)).length,
      likes_count: [...this.posts[index]!.reactions.keys()].filter(this.isShown).length,
    };
  }
}
