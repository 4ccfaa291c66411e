// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

import type { EventStream, StreamFields } from './event-stream.ts';
import type { Agent } from './types.d.ts';
import type { Progress } from './upload.ts';
/** The last argument of every method. */
export interface CallOptions {
    /** Another acting profile than that of the client. */
    profileId?: string | undefined;
    /** Checks a write and responds, but stores nothing. */
    dryRun?: boolean | undefined;
    /** For a write that your program may send again after a restart. Default: a random key for each call. */
    idempotencyKey?: string | undefined;
    /** Ends the call, which then rejects with the reason of the signal. */
    signal?: AbortSignal | undefined;
    /** Reports how much of the files has been sent. */
    onProgress?: ((progress: Progress) => void) | undefined;
}
/** Of an operation that takes no fields. */
export type NoFields = Record<string, never>;
/** What `view: 'compact'` returns: it leaves out nulls, usual values and what no next step needs. A list keeps its form. */
export type Compact<T> = T extends readonly (infer Item)[] ? Compact<Item>[] : T extends {
    items: infer Items;
    next_cursor: string | null;
} ? {
    items: Compact<Items>;
    next_cursor: string | null;
} : T extends object ? {
    [Key in keyof T]?: Compact<T[Key]>;
} : T;
/** What a read returns with `view`. */
export type ViewOf<V, Default, Full> = V extends 'compact' ? Compact<Default> : V extends 'full' ? Full : Default;
export interface EventStreams {
    /** Events as they happen, without a gap. Reconnects after a lost connection. Throws a `PronetError`. */
    stream(fields?: StreamFields, options?: Pick<CallOptions, 'profileId' | 'signal'>): EventStream;
}
type ItemOf<P> = P extends {
    items: (infer Item)[];
} ? Item : never;
/**
 * A list. `await` returns its first page, and `for await` yields the items of all pages. Each page is fetched when it is
 * needed, so a loop that stops early fetches no extra page.
 */
export interface Pages<P> extends PromiseLike<P>, AsyncIterable<ItemOf<P>> {
    /** The pages, one after the other. */
    pages(): AsyncGenerator<P, void>;
}
export declare function makePages<P>(fetch: (cursor?: string) => Promise<P>): Pages<P>;
/** What came with a result. */
export interface Reply {
    /** A hint and the next actions. It never contains members' text. */
    agent: Agent;
    status: number;
    headers: Headers;
}
/** What came with a result: the `agent`, and the status and headers of the response. Works with what a call returned, not with a copy. */
export declare function replyOf(result: object): Reply;
export declare function remember<D>(result: D, reply: Reply): D;
export {};
