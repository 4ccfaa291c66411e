import type { FastifyInstance } from 'fastify';
import { ApiError, fail } from '../core/errors.ts';
import { handedOverWith } from './inner-call.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON in UTF-8, and nothing else: what is not well-formed is refused instead of being stored as U+FFFD. An absent or
 * empty body is `{}`.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') return done(new ApiError('unsupported_media_type'));
    if (body.length === 0) return done(null, handedOverWith(request.raw)?.body ?? {});
    try {
      parse(request, utf8.decode(body as Buffer), done);
    } catch (cause) {
      done(new ApiError('invalid_json', { cause }));
    }
  });
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.method !== 'GET' && request.method !== 'HEAD' && !request.isMultipart()) {
      request.body = {};
    }
  });
}

/** A compressed body would be as large as it likes behind a small `Content-Length`. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') fail('unsupported_media_type');
  });
}
