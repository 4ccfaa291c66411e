import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import type { Call, TestApp } from '../support/app.ts';
import { callOver } from '../support/over-http.ts';

type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;
type Proxy = { call: Call; close(): Promise<void> };

export const operationsFor = (document: OpenApiDocument): Promise<Operations> =>
  getHttpOperationsFromSpec(structuredClone(document));

/** Prism in front of the service. It names what differs from the document in the header `sl-violations`. */
export async function validatingProxy({ app }: TestApp, operations: Operations): Promise<Proxy> {
  const upstream = await app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = createServer(operations, {
    cors: false,
    components: { logger: pino({ level: 'silent' }) as never },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: false as never,
      upstreamProxy: undefined,
    },
  });
  const address = await proxy.listen(0, '127.0.0.1');
  return {
    call: (method, path, options) => callOver(address, method, path, options),
    close: async () => void (await proxy.close()),
  };
}
