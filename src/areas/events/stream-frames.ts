import type { KeyRing } from '../../core/key-ring.ts';
import { encodeEventCursor } from '../../events/cursor.ts';
import type { EventRow } from '../../events/log.ts';
import { presentEvent } from './present.ts';

/** The text of an event is the same for all of its readers, apart from the id and the name. */
const texts = new WeakMap<EventRow, string>();

/** Writes the parts of a stream. Each ends with an empty line. */
export class Frames {
  readonly #keys: KeyRing;
  readonly #accountId: string;
  readonly #epoch: string;
  readonly #named: boolean;

  constructor(keys: KeyRing, accountId: string, epoch: string, named: boolean) {
    this.#named = named;
    this.#keys = keys;
    this.#accountId = accountId;
    this.#epoch = epoch;
  }

  event(row: EventRow): string {
    const text = texts.get(row) ?? `data: ${JSON.stringify(presentEvent(row))}\n\n`;
    texts.set(row, text);
    return this.#id(row.position) + (this.#named ? `event: ${row.type}\n` : '') + text;
  }

  /** How long a client waits before it reconnects, and where it then continues, even if there was no event. */
  start(position: number, retryMs: number): string {
    return `retry: ${retryMs}\n${this.#id(position)}\n`;
  }

  /** A comment, which clients ignore, with a newer cursor: a quiet stream must not fall behind the stored events. */
  heartbeat(position: number): string {
    return `: still here\n${this.#id(position)}\n`;
  }

  end(why: string, retryMs?: number): string {
    return `: ${why}\n${retryMs === undefined ? '' : `retry: ${retryMs}\n`}\n`;
  }

  #id(position: number): string {
    return `id: ${encodeEventCursor(this.#keys, this.#accountId, { epoch: this.#epoch, position })}\n`;
  }
}

/** Joins texts to chunks of at most `bytes`, unless a single one is longer. */
export function* chunksOf(events: readonly EventRow[], textOf: (row: EventRow) => string, bytes: number) {
  let text = '';
  let last: EventRow | undefined;
  for (const row of events) {
    const frame = textOf(row);
    if (last && Buffer.byteLength(text) + Buffer.byteLength(frame) > bytes) {
      yield { text, position: last.position };
      text = '';
    }
    text += frame;
    last = row;
  }
  if (last) yield { text, position: last.position };
}
