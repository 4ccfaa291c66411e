import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/principal.ts';
import { fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { jsonParser } from '../http/json-body.ts';
import { structureOf } from '../http/json-structure.ts';
import { mayCall } from '../http/may-call.ts';
import { requireRouteRights } from '../http/request-context.ts';
import type { Catalogue } from './catalogue.ts';

const ORDINARY = LIMITS.body.default_bytes;

/**
 * A message may be as large as the body of its operation: 256 KiB, or more for images if the credential may call it.
 * The first 256 KiB decide, always before parsing. So a call that waits, as for events, holds no large body meanwhile. Fails with `payload_too_large` or `insufficient_scope`.
 */
export function limitMessages(app: FastifyInstance, catalogue: () => Catalogue): void {
  app.addHook('preParsing', async (request) => {
    const { raw } = request;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > ORDINARY && announced > largestFor(request.ctx.principal!, catalogue())) fail('payload_too_large');
    const head: Buffer[] = [];
    let limit = ORDINARY;
    let arrived = 0;
    // Adding a listener would start the stream; the body parser must start it.
    raw.pause();
    raw.on('data', function count(chunk: Buffer) {
      if (arrived <= ORDINARY) head.push(chunk);
      arrived += chunk.length;
      if (arrived <= limit) return;
      try {
        limit = head.length === 0 ? limit : limitOf(Buffer.concat(head), request, catalogue());
        head.length = 0;
        if (arrived > limit) fail('payload_too_large');
      } catch (error) {
        // A stream error ends the body parser, and with it the request.
        raw.off('data', count);
        raw.emit('error', error);
      }
    });
  });

  const parseJson = jsonParser(app);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > ORDINARY && body.length > limitOf(body, request, catalogue(), ORDINARY))
      fail('payload_too_large');
    return parseJson(request, body);
  });
}

/** The limit of a message according to the bytes received; `unknown` if they do not show which tool it calls. */
function limitOf(bytes: Buffer, request: FastifyRequest, catalogue: Catalogue, unknown?: number): number {
  const principal = request.ctx.principal!;
  const names: Record<string, string> = {};
  structureOf(bytes, (path, value) => {
    names[path] = value;
  });
  const { method, 'params.name': tool } = names;
  if (method !== undefined && method !== 'tools/call') return ORDINARY;
  if (tool === undefined) return unknown ?? largestFor(principal, catalogue);
  const route = catalogue.named(tool)?.route;
  if (!route || route.bodyLimit <= ORDINARY) return ORDINARY;
  requireRouteRights(route.contract, principal);
  return method === undefined ? (unknown ?? route.bodyLimit) : route.bodyLimit;
}

function largestFor(principal: Principal, { byName }: Catalogue): number {
  const limits = [...byName.values()].map(({ route }) => (mayCall(route, principal) ? route.bodyLimit : 0));
  return Math.max(ORDINARY, ...limits);
}
