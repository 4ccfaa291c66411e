import type { EventType } from '../core/enums.ts';
import { type EventData, type EventDataOf, type EventKind, kindOf } from '../core/event-catalogue.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { INTERNAL_EVENTS, type InternalEventType } from './internal.ts';

/** An SQL expression for each field of the payload. */
export type DataColumns<K extends EventKind> = Readonly<Record<keyof EventDataOf<K>, SQL>>;

export const objectTypeOf = (type: EventType | InternalEventType): string =>
  type in INTERNAL_EVENTS ? INTERNAL_EVENTS[type as InternalEventType] : kindOf(type as EventType).object;

/** The payload of an event of these types as jsonb. */
export const dataOf = <Type extends EventType>(columns: Readonly<Record<keyof EventData<Type>, SQL>>): SQL =>
  jsonOf(columns);

/** The payload of an event as jsonb. */
export function jsonOf(columns: Readonly<Record<string, SQL>>): SQL {
  const fields = Object.entries(columns).map(([name, value]) => sql`${name}::text, ${value}`);
  return sql`jsonb_build_object(${sql.join(fields, sql`, `)})`;
}
