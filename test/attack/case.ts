/**
 * A case of the catalogue: what is sent, and what must hold. Cases are data: only `run-case.ts` acts.
 *
 * Text in `call`, `headers` and `json` may name values as `{post}`: what a step stored, `{<actor>.profile}`,
 * `{<actor>.token}`, `{<actor>.username}`, `{<actor>.email}`, `{uuid}` (a new one each time) and `{n}` (the number of
 * the repetition) and `{receiver}`: the address of a server that answers, or never does if the path begins with `/hang`.
 */
export type Case = {
  family: string;
  name: string;
  /** Part of the short form that `npm test` runs. */
  short?: true;
  /** Needs a server that has not answered anything yet. */
  onFreshServer?: true;
  /** Settings of a server of its own. */
  env?: Record<string, string>;
  steps: readonly Step[];
  hold?: Hold;
};

/** What the server may spend on a case, measured over all of its steps. */
export type Hold = {
  /** CPU time of the main thread within one turn of the event loop. Default 100. */
  blockMs?: number;
  /** CPU time of the whole process. Default: unlimited. */
  cpuMs?: number;
  /** Growth of the resident memory during the case. Default 300. */
  peakMiB?: number;
  /** The longest wait of another client during the attack. Default 2,000. */
  othersMs?: number;
  /** The whole case. Default 30. */
  seconds?: number;
};

/**
 * `nobody`: without a credential, from a separate address. `key`: an API key created for the case, of a shared member;
 * `session`: the session of that member. `host`: the member whose posts and profile are attacked. Any other name is a
 * member signed up for the case.
 */
export type Actor = string;
export type Step = Call | Wire | Sockets | Pause | Arrival | Mails;
export type Bytes = string | Uint8Array;

export type Call = {
  /** Method and path. */
  call: string;
  /** The rest of the path, if it is too long to write down. */
  query?: () => string;
  /** Default `key`. */
  as?: Actor;
  /** The acting profile; default the actor's own, `false`: no header. */
  profile?: string | false;
  headers?: Record<string, string | string[]> | (() => Record<string, string | string[]>);
  json?: unknown;
  body?: () => Bytes | Promise<Bytes>;
  /** Content-Type; default `application/json` if there is a body. */
  type?: string;
  times?: number;
  /** How many at once; default 1. */
  parallel?: number;
  /** A different client address for each repetition. */
  manyAddresses?: true;
  /** The client address, for calls that must share one. */
  address?: string;
  expect: Expect;
  /** Values for later steps: name, and its path in the response (`data.items[0].id`). */
  keep?: Record<string, string>;
};

export type Expect = {
  /** Every response has one of these. 0: the server closed the connection without a response. */
  status: number | readonly number[];
  /** At least one response has this status. */
  some?: number;
  /** At most `most` responses have `status`. */
  atMost?: { status: number; most: number };
  code?: string | readonly string[];
  /** A rule that `agent.fields` names. */
  rule?: string;
  /** Per response, decoded. Default 64 KiB for failures, unlimited for others. */
  maxBytes?: number;
  has?: string | RegExp;
  lacks?: string | RegExp;
  headers?: Record<string, RegExp>;
  withinMs?: number;
};

/** Raw bytes, well-formed or not, over one connection. */
export type Wire = {
  wire: () => readonly Bytes[];
  /** Default `nobody`. Only for the placeholders of `wire`. */
  as?: Actor;
  /** Does not read the responses. */
  deaf?: true;
  connections?: number;
  /** How long to listen. Default 3,000. */
  waitMs?: number;
  expect: {
    /** The status of the first response; 0: closed without one. Default: anything but a 5xx. */
    status?: number | readonly number[];
    /** The maximum number of responses. */
    maxAnswers?: number;
    /** The server closes the connection within `waitMs`. */
    closes?: true;
    has?: string | RegExp;
    lacks?: string | RegExp;
  };
};

/** Connections that are held open without proper use. */
export type Sockets = {
  sockets: number;
  as?: Actor;
  /** What is sent first, with placeholders, and what follows it literally. */
  send?: () => string;
  body?: () => Uint8Array;
  /** Opens each again, a second after the server has closed it. */
  again?: true;
  /** Bytes that are sent once a second afterwards. */
  trickle?: number;
  /** The server has closed all of them within this time; without it they stay open until the case ends. */
  closedWithinMs?: number;
  /** The pause before the next step. Default 1,000. */
  settleMs?: number;
};

export type Pause = { pauseMs: number };

/** Requests that `{receiver}` gets within a time. */
export type Arrival = { arrives: string; atLeast: number; withinMs: number };

/** How many mails with this subject a member has after a time. */
export type Mails = { mailsTo: Actor; subject: string; exactly: number; afterMs: number };

/** A word of member text: must never be in `agent` or `error_message`. */
export const MARK = 'zqxmarkqxz';
