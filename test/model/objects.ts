/** What the model knows. Members and objects are numbers in the order of their creation. */

/** A status or an error code. */
export type Outcome = number | string;
export type Visibility = 'public' | 'members' | 'contacts';
export type RequestStatus = 'pending' | 'accepted' | 'rejected' | 'withdrawn';
export type ContactRequest = { from: number; to: number; note: string; status: RequestStatus; changedDay: number };
export type Message = { from: number; deleted: boolean };
export type Conversation = { members: [number, number]; messages: Message[]; read: Map<number, number> };
export type Hiding = 'suspended' | 'leaving';
export type Post = {
  author: number;
  kind: 'post' | 'comment' | 'quote';
  visibility: Visibility;
  /** The post that it replies to, the root of its thread, and the post that it quotes. */
  parent: number | null;
  root: number | null;
  quoted: number | null;
  /** Null: published. */
  unpublished: 'scheduled' | 'draft' | null;
  removed: boolean;
  reactions: Map<number, string>;
  /** The members that the text mentions, and those it has ever mentioned while it was published. */
  mentions: Set<number>;
  announced: Set<number>;
  /** The member whose name is in the text, shown or not. */
  named: number | null;
  /** The manager who last scheduled or edited it. */
  under: number | null;
};
