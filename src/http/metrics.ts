import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sha256 } from '../auth/secrets.ts';
import { isLoopback } from '../core/loopback.ts';
import { withoutCors } from './response-headers.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
/** A proxy on this machine adds one of these, so its clients are not taken for this machine. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * `GET /metrics` with `METRICS_TOKEN`, and without it for this machine if `BASE_URL` is on it too: a proxy in front of a public
 * server may add no header that tells its clients from this machine. Anybody else gets 404, and scripts of pages nothing.
 */
export function answerMetrics(app: FastifyInstance): void {
  const { config, metrics } = app.deps;
  app.get('/metrics', { config: { operation: 'http.metrics' } }, async (request, reply) => {
    const mayRead = (config.loopback && isLocal(request)) || hasToken(request, config.metricsToken);
    if (!mayRead) return reply.callNotFound();
    return withoutCors(reply)
      .header('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.write());
  });
}

function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false;
  // DNS rebinding: another host name that resolves to this machine.
  if (!isLoopback(URL.parse(`http://${headers.host}`)?.hostname ?? '')) return false;
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}
