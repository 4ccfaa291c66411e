import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

/** Fastify's own hook of HEAD routes, which drops the body before it could be compressed or cached. */
const OF_FASTIFY = 'headRouteOnSendHandler';

/** HEAD has the headers of GET: its response is compressed and cached like that. Call it after those two. */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.method !== 'HEAD') return;
    route.onSend = [...[route.onSend ?? []].flat().filter(({ name }) => name !== OF_FASTIFY), dropBody];
  });
}

/** The last hook `onSend`. A stream has no length that is known in advance, for GET too. */
async function dropBody(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<null> {
  if (isStream(payload)) payload.on('error', () => undefined).resume();
  else if (reply.statusCode !== 304 && reply.statusCode !== 204) {
    reply.header('content-length', Buffer.byteLength((payload as string | Buffer | null | undefined) ?? ''));
  }
  return null;
}

function isStream(payload: unknown): payload is NodeJS.ReadableStream {
  return typeof (payload as NodeJS.ReadableStream | null)?.resume === 'function';
}
