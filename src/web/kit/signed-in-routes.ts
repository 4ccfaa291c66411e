import type { FastifyInstance } from 'fastify';
import { type Site, sendsSession } from './session-cookie.ts';

/** The constraint of a route for browsers that send a session. Without one they get the other route of the path. */
export const SIGNED_IN = { visitor: 'session' } as const;

/**
 * Lets two routes share a path: a public page, which is the same for everyone and cached, and its form for members. Call
 * it before the routes of both are registered.
 */
export function separateVisitors(app: FastifyInstance, config: Site): void {
  app.addConstraintStrategy({
    name: 'visitor',
    storage: () => {
      const handlers = new Map<unknown, unknown>();
      return {
        get: (visitor) => handlers.get(visitor) as never,
        set: (visitor, handler) => handlers.set(visitor, handler),
      };
    },
    deriveConstraint: ({ headers }) => (sendsSession(headers.cookie, config) ? SIGNED_IN.visitor : undefined),
  });
}
