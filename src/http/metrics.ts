import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sha256 } from '../auth/secrets.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
/** A proxy on this machine adds one of these, so its clients are not taken for this machine. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** `GET /metrics` for this machine, and with `METRICS_TOKEN` for others. Anybody else gets 404. */
export function answerMetrics(app: FastifyInstance): void {
  const { config, metrics } = app.deps;
  app.get('/metrics', { config: { operation: 'http.metrics' } }, async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, config.metricsToken)) return reply.callNotFound();
    return reply
      .header('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.write());
  });
}

function isLocal({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  if (FORWARDING.some((name) => headers[name] !== undefined)) return false;
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}
