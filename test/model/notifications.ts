import type { NotificationType } from '../../src/core/enums.ts';

/** The kinds that the model knows. It leaves others out: `test/areas/notifications/kinds.test.ts` has one of each kind. */
export const MODELED = [
  'reaction.changed',
  'comment.created',
  'quote.created',
  'mention.created',
  'post.unscheduled',
  'follow.created',
  'contact_request.created',
  'contact_request.accepted',
  'contact_request.rejected',
  'message.created',
] as const satisfies readonly NotificationType[];
type Modeled = (typeof MODELED)[number];

/** Who did what: the objects by actor, in the order of the acts. */
type Group = {
  type: Modeled;
  recipient: number;
  about: string;
  acts: Map<number, Set<string>>;
  read: boolean;
};

/**
 * The notifications of all members. Nobody marks them as read; answering a request and reading a conversation does.
 * `about` names what a group is about: `post 3`.
 */
export class Notifications {
  private groups: Group[] = [];
  private readonly isUnwanted: (recipient: number, actor: number | null) => boolean;

  constructor(isUnwanted: (recipient: number, actor: number | null) => boolean) {
    this.isUnwanted = isUnwanted;
  }

  of = (recipient: number): readonly Group[] => this.groups.filter((group) => group.recipient === recipient);

  private unread = (type: Modeled, recipient: number, about: string) =>
    this.groups.find((one) => one.type === type && one.recipient === recipient && one.about === about && !one.read);

  /** `actor` null: nobody is named. */
  add(type: Modeled, recipient: number, about: string, actor: number | null, object = about): void {
    if (actor === recipient || this.isUnwanted(recipient, actor)) return;
    const known = this.unread(type, recipient, about);
    const group: Group = known ?? { type, recipient, about, acts: new Map(), read: false };
    if (!known) this.groups.push(group);
    if (actor !== null) group.acts.set(actor, (group.acts.get(actor) ?? new Set()).add(object));
  }

  /** An act that was taken back. A group without acts is gone. */
  undo(type: Modeled, about: string, actor: number, object = about): void {
    this.lose((group) => group.type === type && group.about === about, actor, object);
  }

  private lose(matches: (group: Group) => boolean, actor: number, object?: string): void {
    this.groups = this.groups.filter((group) => {
      const objects = matches(group) ? group.acts.get(actor) : undefined;
      if (!objects) return true;
      if (object === undefined) objects.clear();
      else objects.delete(object);
      if (objects.size === 0) group.acts.delete(actor);
      return group.acts.size > 0;
    });
  }

  /** All groups about something, or those of one recipient. */
  end(type: Modeled, about: string, recipient?: number): void {
    this.groups = this.groups.filter(
      (one) => one.type !== type || one.about !== about || (recipient !== undefined && one.recipient !== recipient),
    );
  }

  /** The same for an unread one only. */
  endUnread(type: Modeled, recipient: number, about: string): void {
    const group = this.unread(type, recipient, about);
    this.groups = this.groups.filter((one) => one !== group);
  }

  settle(type: Modeled, recipient: number, about: string): void {
    const group = this.unread(type, recipient, about);
    if (group) group.read = true;
  }

  /** A block removes what each learned about the other. */
  separate(a: number, b: number): void {
    this.lose(({ recipient }) => recipient === a, b);
    this.lose(({ recipient }) => recipient === b, a);
  }
}
