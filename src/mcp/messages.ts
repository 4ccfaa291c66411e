import type { FastifyRequest } from 'fastify';
import { type FieldProblem, fail, failFields } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export type Message = {
  method?: unknown;
  id?: unknown;
  params?: { name?: unknown; uri?: unknown; arguments?: unknown };
};

const KEY_OF_EACH_CALL =
  'A connection makes many calls, and a key is for one call: omit the header and pass idempotency_key as an argument of each call that writes.';
const OWN_IDS =
  'Every request of a batch needs an id of its own, because only the id shows which response belongs to it. Nothing was done: send the batch again with different ids.';

const ONE_ANSWER =
  'A batch may contain each list method, and each resource, once: the response would be the same each time. Nothing was done: send the batch again without the repetition.';

/** Their responses are large and differ only by connection, so a batch that repeats them would only cost time. */
const SAME_ANSWER = new Set<unknown>([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** The messages of a request, of any form: the library checks it later. Fails with `invalid_request`. */
export function messagesOf({ body, headers }: FastifyRequest): Message[] {
  if (headers['idempotency-key'] !== undefined)
    refuseMessages(KEY_OF_EACH_CALL, { path: 'header.idempotency-key', rule: 'not_on_connections' });
  if (!Array.isArray(body)) return [body as Message];
  const { max_messages } = LIMITS.mcp_batch;
  if (body.length > max_messages)
    failFields([{ path: 'body', rule: 'max_items', limit: max_messages, actual: body.length }]);
  const messages = body as Message[];
  const repeatedId = firstRepeated(messages.map((message) => (message?.method === undefined ? undefined : message.id)));
  if (repeatedId !== -1) refuseMessages(OWN_IDS, { path: `body[${repeatedId}].id`, rule: 'unique' });
  const repeatedRead = firstRepeated(messages.map(answerOf));
  if (repeatedRead !== -1) refuseMessages(ONE_ANSWER, { path: `body[${repeatedRead}].method`, rule: 'once_per_batch' });
  return messages;
}

/** What decides the response to a message in `SAME_ANSWER`: of a list, only the method. */
function answerOf(message: Message): unknown {
  const { method, params } = message ?? {};
  if (!SAME_ANSWER.has(method)) return undefined;
  const uri = method === 'resources/read' ? params?.uri : '';
  return typeof uri === 'string' ? `${method} ${uri}` : undefined;
}

/** The index of the first value that equals an earlier one, or -1. Undefined values don't count. */
function firstRepeated(values: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return values.findIndex((value) => {
    const repeats = seen.has(value);
    if (value !== undefined) seen.add(value);
    return repeats;
  });
}

function refuseMessages(hint: string, field: FieldProblem): never {
  return fail('invalid_request', { agent: { hint, fields: [field] } });
}

/** The id of the only request in a body; null for a batch, which has several, and where none can be read (JSON-RPC 2.0, section 5). */
export function idOf(body: unknown): string | number | null {
  const id = (body as Message | null | undefined)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A batch is answered with a list, even with one request (JSON-RPC 2.0, section 6); the library forgets that. */
export function textOfResponse({ body }: FastifyRequest, status: number, text: string): string {
  return Array.isArray(body) && status === 200 && text.startsWith('{') ? `[${text}]` : text;
}
