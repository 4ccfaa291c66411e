// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

import { PronetError } from './error.ts';
import type { Event, EventType } from './types.d.ts';
export interface StreamFields {
    /** Where to start: a cursor of a list, of home, or of an event of a stream. Default: now. */
    cursor?: string | undefined;
    /** Only events of these types. */
    types?: readonly EventType[] | undefined;
}
/** An event, and the cursor after it: store it when you have handled the event. */
export interface StreamedEvent {
    event: Event;
    cursor: string;
}
/** The events of a stream, and where it is. */
export interface EventStream extends AsyncGenerator<StreamedEvent, void> {
    /** The position after the events that were handled, also if none has happened. Store it when your program ends. */
    readonly cursor: string | undefined;
}
/**
 * Yields events as they happen, without a gap: reconnects with the last cursor after a lost connection, with growing
 * pauses while the server can't be reached. Throws a `PronetError` if the server refuses the stream.
 */
export declare function streamEvents(send: (request: Request) => Promise<Response>, refusal: Refusal, baseUrl: string, fields: StreamFields, signal?: AbortSignal): EventStream;
/** What to throw for an error of the server that waiting does not help. */
type Refusal = (error: PronetError, request: Request) => Promise<PronetError>;
export {};
