import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from './account/routes.ts';
import { metaRoutes } from './meta/routes.ts';
import { profileRoutes } from './profiles/routes.ts';

/** Every area of the service. An area uses only those above it. */
export const areas: readonly FastifyPluginAsync[] = [metaRoutes, accountRoutes, profileRoutes];
