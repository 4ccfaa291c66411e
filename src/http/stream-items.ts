import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgentHints } from '../core/errors.ts';
import { TIMEOUTS } from '../core/limits.ts';
import { hintsFor } from './agent-hints.ts';
import { mirrorsOf } from './envelope.ts';
import { weakTag } from './response-headers.ts';

export type ItemStream<Row> = {
  /** Batches; each is read only after the client has received the previous one. */
  rows: AsyncIterable<readonly Row[]>;
  /** The item for a row. The serializer does not apply here, so it must return exactly what the schema declares. */
  present: (row: Row) => unknown;
  /** A string that changes with the content of the rows; the entity tag is derived from it before they are read. */
  tag: string;
  agent: AgentHints;
};

/**
 * Streams `{items}` of any length with constant memory. A failure, or a client that reads nothing for a minute, closes
 * the connection before the end of the body.
 */
export function sendItems<Row>(request: FastifyRequest, reply: FastifyReply, stream: ItemStream<Row>): FastifyReply {
  const { rows, present, tag, agent } = stream;
  const hints = { ...hintsFor(request, agent), ...mirrorsOf(request) };
  const envelope = JSON.stringify({ ok: true, data: { items: [] }, agent: hints });
  const middle = envelope.indexOf('[') + 1;
  return sendChunks(reply, {
    type: 'application/json; charset=utf-8',
    tag: `${tag} ${envelope}`,
    chunks: written(envelope.slice(0, middle), rows, present, envelope.slice(middle)),
  });
}

/** Streams a text of any length; `tag` changes with its content. */
export function sendChunks(
  reply: FastifyReply,
  { type, tag, chunks }: { type: string; tag: string; chunks: AsyncIterable<string> },
): FastifyReply {
  reply.raw.setTimeout(TIMEOUTS.http_answer_stall_ms, () => reply.raw.destroy());
  reply.type(type).header('ETag', weakTag(tag));
  return reply.send(Readable.from(chunks, { objectMode: false }));
}

async function* written<Row>(
  head: string,
  rows: ItemStream<Row>['rows'],
  present: (row: Row) => unknown,
  tail: string,
): AsyncGenerator<string> {
  let before = head;
  for await (const batch of rows) {
    yield `${before}${batch.map((row) => JSON.stringify(present(row))).join()}`;
    before = ',';
  }
  yield before === head ? head + tail : tail;
}
