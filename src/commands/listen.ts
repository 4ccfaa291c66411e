import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { StartError } from '../core/start-error.ts';

type Where = Pick<Config, 'host' | 'port'> & { setting?: string };

/**
 * Checks that the server can listen before a database is created. Returns the port, or a free one for `PORT=0`.
 *
 * @throws StartError with one line that names the setting
 */
export async function probePort(where: Where): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ host: where.host, port: where.port, exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    throw explained(error, where);
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function listen(app: FastifyInstance, { host, port }: Where): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `listening on ${host}, port ${port}` });
  } catch (error) {
    throw explained(error, { host, port });
  }
}

/** An error of listening as one line that names the setting, if it is known. */
export function explained(error: unknown, { host, port, setting = 'PORT' }: Where): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `${setting}: ${port} on ${host} is in use by another program. Stop that program, or choose another ${setting}.`,
      );
    case 'EACCES':
      return new StartError(`${setting}: this user may not listen on ${port}. Choose a port above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST: ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
