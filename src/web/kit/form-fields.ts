import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failFields } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';

/** Parses the forms of this server's pages. Fails with `payload_too_large` or `invalid_request`. */
export function acceptPageForms(app: FastifyInstance, { bodyLimit }: { bodyLimit: number }): void {
  const options = { parseAs: 'string', bodyLimit } as const;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (_request: FastifyRequest, body: string) => {
      refuseManyFields(body);
      return parse(body, '&', '=', { maxKeys: 0 });
    },
  );
}

/** Counted before anything is parsed. */
function refuseManyFields(body: string): void {
  const { max_fields } = LIMITS.form;
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    if (++fields > max_fields) failFields([{ path: 'body', rule: 'max_items', limit: max_fields }]);
  }
}
