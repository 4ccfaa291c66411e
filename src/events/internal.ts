/**
 * Events for the dispatcher alone, with their object types: they are in the log of no profile and no account, so no list,
 * stream or webhook shows them. They put a change that others must not learn of into the order of the log.
 */
export const INTERNAL_EVENTS = {
  'block.created': 'profile',
  'conversation.read': 'conversation',
  'notifications.continued': 'event',
} as const;
export type InternalEventType = keyof typeof INTERNAL_EVENTS;
