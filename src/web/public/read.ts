import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callInternally, failureOf } from '../../http/internal-request.ts';

export type Query = Record<string, string | undefined>;
/** Reads from `/v1` as the visitor of a page. */
export type Read = <D>(path: string, query?: Query) => Promise<D>;

/** Reads from `/v1` anonymously. Fails with the API's error code. */
export async function readPublic<D>(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
  query: Query = {},
): Promise<D> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const url = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
  const answer = await callInternally<D>(app, request, { method: 'GET', url });
  if (answer.ok) return answer.data;
  throw failureOf(answer);
}

/** The cursor in the query, if there is one. */
export function cursorOf(request: FastifyRequest): string | undefined {
  const { cursor } = request.query as Record<string, string | string[] | undefined>;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}
