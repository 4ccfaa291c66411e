import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idOrNone, isId } from '../core/ids.ts';
import { isProfileReference, withoutAt } from '../core/username.ts';
import type { Ctx } from '../ctx.ts';

/** The ids of the profiles that have these usernames now. */
export type FindIds = (ctx: Ctx, usernames: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Puts the id where a write or a filter names profiles by their usernames, so that nobody has to look them up. Reads of one
 * profile find it themselves, in the same statement. An unknown username becomes the id that no profile has;
 * in a path it stays.
 */
export function acceptUsernames(app: FastifyInstance, findIds: FindIds): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const places = placesOf(request);
    const names = places.flatMap(({ value }) => [value].flat().filter(isName).map(usernameOf));
    if (names.length === 0) return done();
    findIds(request.ctx, [...new Set(names)]).then((ids) => {
      for (const { part, name, value } of places) {
        const unknown = part === request.params ? (given: string) => given : idOrNone;
        const idOf = (given: unknown) => (isName(given) ? (ids.get(usernameOf(given)) ?? unknown(given)) : given);
        part[name] = Array.isArray(value) ? value.map(idOf) : idOf(value);
      }
      done();
    }, done);
  });
}

type Place = { part: Record<string, unknown>; name: string; value: unknown };

function placesOf({ method, params, query, body }: FastifyRequest): Place[] {
  const isRead = method === 'GET' || method === 'HEAD';
  // Each byte of a buffer is an entry.
  const json = Buffer.isBuffer(body) ? null : body;
  return [isRead ? null : params, query, json].flatMap((sent) => {
    const part = (sent ?? {}) as Record<string, unknown>;
    const names = Object.keys(part).filter((name) => FIELD.test(name));
    return names.map((name) => ({ part, name, value: part[name] }));
  });
}

const FIELD = /profile_ids?$/;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && !isId(value) && isProfileReference(value);
const usernameOf = (given: string): string => withoutAt(given).toLowerCase();
