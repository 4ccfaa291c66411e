/**
 * Events for the dispatcher alone: they are in the log of no profile and no account, so no list, stream or webhook shows
 * them. They put a change that others must not learn of into the order of the log.
 */
export type InternalEventType = 'block.created' | 'conversation.read' | 'notifications.continued';
