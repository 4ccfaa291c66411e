import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Config } from '../config/config.ts';
import { passHeaders } from '../web/kit/headers.ts';

/** The library would build URLs from these headers, so a caller must not set them. Limits read `X-Forwarded-For`. */
const FORWARDED = ['x-forwarded-host', 'forwarded', 'x-forwarded-port'];

const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** The request that was passed to the library. Its error pages know only the raw one. */
export function passedRequest(raw: IncomingMessage): FastifyRequest {
  return requests.get(raw)!;
}

/** Passes a request with an unread body to the library, with URLs of the configured address, whatever `Host` says. */
export async function passToLibrary(
  provider: Provider,
  config: Pick<Config, 'authUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = request;
  const { host, protocol } = new URL(config.authUrl);
  for (const name of FORWARDED) delete raw.headers[name];
  delete raw.headers.origin;
  raw.headers.host = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  requests.set(raw, request);
  passHeaders(reply);
  reply.hijack();
  await provider.callback()(raw, reply.raw);
}
