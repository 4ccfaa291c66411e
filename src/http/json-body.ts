import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, failFields } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { field, text } from '../core/operation-text.ts';
import { internalContextOf } from './internal-request.ts';
import { parseWithLongStrings } from './json-long-strings.ts';
import { membersOf, structureOf } from './json-structure.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
/** A media type with parameters (RFC 9110, 8.3.1): each has a name and a value. */
const MEDIA_TYPE = /^[^;]*(?:;\s*(?:[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"]*")\s*)?)*$/;
const STRUCTURE = [
  `A JSON body has at most ${LIMITS.json.max_elements} values in its lists and objects, nested at most ${LIMITS.json.max_depth} deep, and at most ${LIMITS.json.max_syntax_bytes / 1024} KiB outside strings.`,
  text`${field('fields')} names the exceeded limit: send fewer or simpler values, in several requests if necessary.`,
];
/** A merge patch (RFC 7396) is what the body of every PATCH means: absent fields stay, null clears. */
const MERGE_PATCH = 'application/merge-patch+json';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the JSON body of a request. Fails with `unsupported_media_type`, `invalid_request` or `invalid_json`. */
export type ParseJson = (request: FastifyRequest, bytes: Buffer) => Promise<unknown>;

/** Accepts JSON in UTF-8 only: ill-formed text is rejected, not stored as U+FFFD. An absent or empty body is `{}`. */
export function acceptJson(app: FastifyInstance): void {
  const parseJson = jsonParser(app);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    ['application/json', MERGE_PATCH],
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => parseJson(request, body),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.method !== 'GET' && request.method !== 'HEAD' && !request.isMultipart()) {
      request.body = {};
    }
    done();
  });
}

/** Checks the structure first: parsing costs up to a hundred times as much, depending on the body. */
export function jsonParser(app: FastifyInstance): ParseJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  return async (request, bytes) => {
    const type = request.headers['content-type'] ?? '';
    if (type.length > 256 || !MEDIA_TYPE.test(type)) fail('unsupported_media_type');
    if (request.method !== 'PATCH' && type.toLowerCase().startsWith(MERGE_PATCH)) fail('unsupported_media_type');
    const charset = CHARSET.exec(type)?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') fail('unsupported_media_type');
    if (bytes.length === 0) return internalContextOf(request.raw)?.body ?? {};
    const { problem, members, longStrings } = structureOf(bytes);
    if (problem) fail('invalid_request', { agent: { hint: STRUCTURE, fields: [problem] } });
    const parseText = (text: string) => {
      let parsed: unknown;
      parse(request, text, (error, body) => {
        if (error) throw error;
        parsed = body;
      });
      return parsed;
    };
    let parsed: unknown;
    try {
      parsed =
        longStrings.length === 0
          ? parseText(utf8.decode(bytes))
          : await parseWithLongStrings(bytes, longStrings, parseText);
    } catch (cause) {
      return fail('invalid_json', { cause });
    }
    // Another reader of the same text, such as a proxy, might have taken the other value.
    if (membersOf(parsed) !== members) failFields([{ path: 'body', rule: 'repeated' }]);
    return parsed;
  };
}

/** A compressed body could have any size despite a small `Content-Length`. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') fail('unsupported_media_type');
    done(null, payload);
  });
}
