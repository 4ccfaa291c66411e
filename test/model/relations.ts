import { Notifications } from './notifications.ts';
import type { ContactRequest, Hiding, Outcome } from './objects.ts';

const COOLDOWN_DAYS = 21;
export const pairKey = (a: number, b: number) => (a < b ? `${a}|${b}` : `${b}|${a}`);

/** What members are to each other: the part of the model without conversations and posts. */
export class Relations {
  day = 0;
  readonly follows = new Set<string>();
  readonly contacts = new Set<string>();
  readonly blocks = new Set<string>();
  readonly mutes = new Set<string>();
  /** The managers of companies. */
  readonly grants = new Map<number, number>();
  readonly requests: ContactRequest[] = [];
  readonly hidden = new Map<number, Hiding>();
  /** The manager who makes the move of a company. What it does notifies it of nothing. */
  hand: number | null = null;
  readonly notifications = new Notifications(
    (recipient, actor) => recipient === this.hand || (actor !== null && this.muting(recipient, actor)),
  );

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
  muting = (a: number, b: number) => this.mutes.has(`${a}>${b}`);
  managerOf = (company: number) => this.grants.get(company);

  /** A move that a manager makes for its company. */
  byHand(manager: number | null, act: () => Outcome): Outcome {
    this.hand = manager;
    const outcome = act();
    this.hand = null;
    return outcome;
  }

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

  unblock(a: number, b: number): Outcome {
    if (!this.blocking(a, b) && !this.isShown(b)) return 'block_not_found';
    if (b === this.hand) return 'permission_denied';
    this.blocks.delete(`${a}>${b}`);
    return 200;
  }

  mute(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.isShown(b)) return 'profile_not_found';
    this.mutes.add(`${a}>${b}`);
    return 200;
  }

  unmute(a: number, b: number): Outcome {
    if (a === b) return 'cannot_target_self';
    if (!this.mutes.delete(`${a}>${b}`) && !this.isShown(b)) return 'profile_not_found';
    return 200;
  }

  grant(company: number, manager: number): Outcome {
    this.grants.set(company, manager);
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
