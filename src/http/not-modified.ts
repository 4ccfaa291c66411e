import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

/**
 * The body of a 304. It must not have the Content-Length of another body than that of its 200 (RFC 9110 section 8.6), but
 * Fastify's routes for HEAD add a length of 0 for anything except a stream.
 */
export const noBody = ({ method }: FastifyRequest): Readable | null => (method === 'HEAD' ? Readable.from([]) : null);
