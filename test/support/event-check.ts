import { EVENT_TYPES, type EventType } from '../../src/core/enums.ts';
import { kindOf } from '../../src/core/event-catalogue.ts';
import { INTERNAL_EVENTS } from '../../src/events/internal.ts';

export type StoredEvent = {
  type: string;
  object_type: string;
  profile_id: string | null;
  account_id: string | null;
  data: unknown;
};

/** How an event differs from the catalogue, as sentences. */
export function problemsOfStoredEvent({ type, object_type, profile_id, account_id, data }: StoredEvent): string[] {
  if (type in INTERNAL_EVENTS) return profile_id === null && account_id === null ? [] : [`${type}: is in a log`];
  if (!(EVENT_TYPES as readonly string[]).includes(type)) return [`${type}: is not in the catalogue`];
  const kind = kindOf(type as EventType);
  const { error } = kind.data.strict().safeParse(data);
  const log = profile_id === null ? 'account' : 'profile';
  return [
    ...(error?.issues ?? []).map(({ path, message }) => `${type}: data.${path.join('.')}: ${message}`),
    ...(object_type === kind.object ? [] : [`${type}: the object is a ${object_type}, not a ${kind.object}`]),
    ...(log === ('ofAccount' in kind ? 'account' : 'profile') ? [] : [`${type}: is in the log of the ${log}`]),
  ];
}
