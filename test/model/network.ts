/**
 * The network's rules again, in memory and without a database: what an operation returns and what it changes. Members
 * and objects are numbers in the order of their creation. Each method changes the model and returns what the service
 * must return: its status, or the error code.
 */

import { Notifications } from './notifications.ts';
import type { ContactRequest, Conversation, Hiding, Outcome, Post, Visibility } from './objects.ts';

const COOLDOWN_DAYS = 21;
const aboutTalk = (index: number) => `conversation ${index}`;
const pairKey = (a: number, b: number) => (a < b ? `${a}|${b}` : `${b}|${a}`);

export class Network {
  day = 0;
  readonly follows = new Set<string>();
  readonly contacts = new Set<string>();
  readonly blocks = new Set<string>();
  readonly requests: ContactRequest[] = [];
  readonly conversations: Conversation[] = [];
  readonly posts: Post[] = [];
  readonly hidden = new Map<number, Hiding>();
  readonly notifications = new Notifications();

  isShown = (member: number) => !this.hidden.has(member);
  following = (a: number, b: number) => this.follows.has(`${a}>${b}`);
  areContacts = (a: number, b: number) => this.contacts.has(pairKey(a, b));
  blocking = (a: number, b: number) => this.blocks.has(`${a}>${b}`);
  blocked = (a: number, b: number) => this.blocking(a, b) || this.blocking(b, a);
  waitingBetween = (a: number, b: number) =>
    this.requests.find((one) => one.status === 'pending' && pairKey(one.from, one.to) === pairKey(a, b));
  coolsDown = (a: number, b: number) =>
    this.requests.some(
      (one) =>
        one.from === a &&
        one.to === b &&
        (one.status === 'rejected' || one.status === 'withdrawn') &&
        this.day - one.changedDay < COOLDOWN_DAYS,
    );
  conversationOf = (a: number, b: number) =>
    this.conversations.findIndex(({ members }) => pairKey(...members) === pairKey(a, b));

  follow(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
    if (this.blocked(a, b)) return 'interaction_not_allowed';
    if (this.following(a, b)) return 200;
    this.follows.add(`${a}>${b}`);
    this.notifications.add('follow.created', b, `profile ${b}`, a);
    return 201;
  }

  unfollow(a: number, b: number): Outcome {
    if (!this.following(a, b) && !this.isShown(b)) return 'profile_not_found';
    if (this.follows.delete(`${a}>${b}`)) this.notifications.undo('follow.created', `profile ${b}`, a);
    return 200;
  }

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

  withdraw(by: number, index: number): Outcome {
    const request = this.requests[index]!;
    if (by !== request.from) return by === request.to ? 'permission_denied' : 'contact_request_not_found';
    if (request.status !== 'pending') return 'contact_request_not_pending';
    request.changedDay = this.day;
    request.status = 'withdrawn';
    this.notifications.end('contact_request.created', `request ${index}`);
    return 200;
  }

  removeContact(a: number, b: number): Outcome {
    return this.contacts.delete(pairKey(a, b)) ? 200 : 'contact_not_found';
  }

  block(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
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

  unblock(a: number, b: number): Outcome {
    if (!this.blocking(a, b) && !this.isShown(b)) return 'block_not_found';
    this.blocks.delete(`${a}>${b}`);
    return 200;
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

  /** Suspended, or leaving: nobody sees the member. */
  hide(member: number, how: Hiding): Outcome {
    this.hidden.set(member, how);
    return 200;
  }

  show(member: number): Outcome {
    this.hidden.delete(member);
    return 200;
  }

  /** Whether a member may read a post, by the rules of its thread. */
  sees(reader: number, index: number): boolean {
    const post = this.posts[index]!;
    if (post.removed || !this.isShown(post.author)) return false;
    if (post.unpublished) return post.author === reader;
    const { author: owner, visibility } = this.posts[post.root ?? index]!;
    if (post.author === reader || visibility === 'public') return true;
    if (this.blocked(post.author, reader)) return false;
    if (owner === reader) return true;
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
    this.announce(index, true);
    return 200;
  }

  /** Scheduled posts whose author is hidden become drafts. */
  publishDue(): void {
    for (const [index, post] of this.posts.entries()) {
      if (post.unpublished !== 'scheduled' || post.removed) continue;
      post.unpublished = this.isShown(post.author) ? null : 'draft';
      if (post.unpublished) this.notifications.add('post.unscheduled', post.author, `post ${index}`, null);
      else this.announce(index);
    }
  }

  comment(by: number, index: number): Outcome {
    const root = this.posts[index]!.root ?? index;
    const { visibility } = this.posts[root]!;
    return this.interaction(by, index) ?? this.added({ author: by, kind: 'comment', visibility, parent: index, root });
  }

  quote(by: number, index: number): Outcome {
    return (
      this.interaction(by, index) ?? this.added({ author: by, kind: 'quote', visibility: 'public', quoted: index })
    );
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

  /** The counts of a post: direct replies, all replies, quotes, members who react. */
  countsOf(index: number) {
    const below = (post: Post): boolean =>
      post.parent !== null && (post.parent === index || below(this.posts[post.parent]!));
    const live = this.posts.filter(this.isLive);
    return {
      reply_count: live.filter(({ parent }) => parent === index).length,
      comments_count: live.filter(below).length,
      quotes_count: live.filter(({ quoted }) => quoted === index).length,
      likes_count: [...this.posts[index]!.reactions.keys()].filter(this.isShown).length,
    };
  }

  /** `Profile.viewer` of `b` for `a`, if both are people with open inboxes. */
  viewerOf(a: number, b: number) {
    const open = a !== b && !this.blocked(a, b);
    const waiting = open ? this.waitingBetween(a, b) : undefined;
    const known = open && this.areContacts(a, b);
    const asked = waiting && (waiting.from === a ? 'outgoing_request' : 'incoming_request');
    return {
      following: this.following(a, b),
      followed_by: this.following(b, a),
      contact: known ? 'contact' : (asked ?? 'none'),
      blocked: this.blocking(a, b),
      can_message: open,
      can_request_contact: open && !known && !waiting && !this.coolsDown(a, b),
    };
  }
}
