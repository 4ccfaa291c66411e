import type { InjectOptions, LightMyRequestResponse } from 'fastify';

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>;

/** Like `inject`, which would wait for the end of an event stream: of those it returns the head, and ends them. */
export function withoutStreams(inject: Inject): Inject {
  return async (options) => {
    if (!String(options.url ?? options.path).startsWith('/v1/events/stream')) return inject(options);
    const response = await inject({ ...options, payloadAsStream: true });
    let payload = '';
    if (response.headers['content-type'] === 'text/event-stream') response.raw.res.destroy();
    else for await (const chunk of response.stream()) payload += chunk;
    return Object.assign(response, { payload, body: payload, json: () => JSON.parse(payload) });
  };
}
