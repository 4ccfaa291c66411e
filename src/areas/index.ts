import type { FastifyPluginAsync } from 'fastify';
import { metaRoutes } from './meta/routes.ts';

/** Every area of the service. An area uses only those above it. */
export const areas: readonly FastifyPluginAsync[] = [metaRoutes];
