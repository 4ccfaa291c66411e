/**
 * A case of the catalogue: what is sent, and what must hold. Cases are data: `run-case.ts` is the only code that acts.
 *
 * Text in `call`, `headers` and `json` may name values as `{post}`: what a step kept, `{<actor>.profile}`,
 * `{<actor>.token}`, `{<actor>.username}`, `{<actor>.email}`, `{uuid}` (a new one each time) and `{n}` (the number of the
 * repetition).
 */
export type Case = {
  family: string;
  name: string;
  /** Part of the short form that `npm test` runs. */
  short?: true;
  /** Needs a server that has answered nothing yet. */
  onFreshServer?: true;
  steps: readonly Step[];
  hold?: Hold;
};

/** What the server may spend on a case. Measured over all of its steps. */
export type Hold = {
  /** CPU time of the main thread within one turn of the event loop. Default 100. */
  blockMs?: number;
  /** CPU time of the whole process. Default: not limited. */
  cpuMs?: number;
  /** Growth of the resident memory while the case runs. Default 300. */
  peakMiB?: number;
  /** The longest that another client waits for an answer meanwhile. Default 2,000. */
  othersMs?: number;
  /** The whole case. Default 30. */
  seconds?: number;
};

/**
 * `nobody`: without a credential, from an address of its own. `key`: an API key made for the case, of a shared member;
 * `session`: the session of that member.
 * `host`: the member whose posts and profile are attacked. Any other name is a member signed up for the case.
 */
export type Actor = string;
export type Step = Call | Wire | Sockets | Pause;
export type Bytes = string | Uint8Array;

export type Call = {
  /** Method and path. */
  call: string;
  /** More of the path, where it is too long to write down. */
  query?: () => string;
  /** Default `key`. */
  as?: Actor;
  /** The acting profile; default the actor's own, `false`: the header is left out. */
  profile?: string | false;
  headers?: Record<string, string | string[]> | (() => Record<string, string | string[]>);
  json?: unknown;
  body?: () => Bytes | Promise<Bytes>;
  /** Content-Type; default `application/json` where there is a body. */
  type?: string;
  times?: number;
  /** How many of them at once; default 1. */
  parallel?: number;
  /** Every repetition from a client address of its own. */
  manyAddresses?: true;
  /** The client address, for calls that must share one. */
  address?: string;
  expect: Expect;
  /** Values for later steps: name, and where the answer has it (`data.items[0].id`). */
  keep?: Record<string, string>;
};

export type Expect = {
  /** Every answer has one of these. 0: the server closed the connection without an answer. */
  status: number | readonly number[];
  /** At least one answer has this status. */
  some?: number;
  /** No more answers than `most` have `status`. */
  atMost?: { status: number; most: number };
  code?: string | readonly string[];
  /** A rule that `agent.fields` names. */
  rule?: string;
  /** Of each answer, decoded. Default 64 KiB for refusals, not limited for others. */
  maxBytes?: number;
  has?: string | RegExp;
  lacks?: string | RegExp;
  headers?: Record<string, RegExp>;
  withinMs?: number;
};

/** Bytes as they are, well-formed or not, over one connection. */
export type Wire = {
  wire: () => readonly Bytes[];
  /** Default `nobody`. Only for the placeholders of `wire`. */
  as?: Actor;
  /** Do not read the answers. */
  deaf?: true;
  connections?: number;
  /** How long to listen. Default 3,000. */
  waitMs?: number;
  expect: {
    /** The status of the first answer; 0: closed without one. Default: anything but a 5xx. */
    status?: number | readonly number[];
    /** How many answers come at most. */
    maxAnswers?: number;
    /** The server closes the connection within `waitMs`. */
    closes?: true;
    has?: string | RegExp;
    lacks?: string | RegExp;
  };
};

/** Connections that are held open without being used as they should be. */
export type Sockets = {
  sockets: number;
  as?: Actor;
  /** The first that is sent, with placeholders, and what follows it as it is. */
  send?: () => string;
  body?: () => Uint8Array;
  /** Bytes that are sent once a second afterwards. */
  trickle?: number;
  /** The server has closed all of them within this time; without it they stay open until the case ends. */
  closedWithinMs?: number;
  /** How long to go on before the next step. Default 1,000. */
  settleMs?: number;
};

export type Pause = { pauseMs: number };

/** A member's word: must never be in `agent` or `error_message`. */
export const MARK = 'zqxmarkqxz';
