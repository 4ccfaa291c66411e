import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TIMEOUTS } from '../core/limits.ts';
import { type AgentAdvice, mirrorsOf } from './envelope.ts';
import { weakTag } from './response-headers.ts';

export type ItemStream<Row> = {
  /** Batches, each read only when the reader has taken the one before. */
  rows: AsyncIterable<readonly Row[]>;
  /** What is sent of a row. The response schema does not cut it: here it is what the schema declares. */
  present: (row: Row) => unknown;
  /** A word that changes with what the rows hold: the entity tag is made of it before they are read. */
  tag: string;
  agent: AgentAdvice;
};

/**
 * Sends `{items}` of any length in the envelope, in memory that does not grow with it. What fails on the way ends the
 * connection before the end of the body, so that no client takes the part for the whole; so does a reader who takes
 * nothing for a minute.
 */
export function sendItems<Row>(request: FastifyRequest, reply: FastifyReply, stream: ItemStream<Row>): FastifyReply {
  const { rows, present, tag, agent } = stream;
  const envelope = JSON.stringify({ ok: true, data: { items: [] }, agent: { ...agent, ...mirrorsOf(request) } });
  const middle = envelope.indexOf('[') + 1;
  return sendChunks(request, reply, {
    type: 'application/json; charset=utf-8',
    tag: `${tag} ${envelope}`,
    chunks: written(envelope.slice(0, middle), rows, present, envelope.slice(middle)),
  });
}

/** Sends a text of any length as it is made; `tag` changes with what it says. */
export function sendChunks(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, chunks }: { type: string; tag: string; chunks: AsyncIterable<string> },
): FastifyReply {
  reply.raw.setTimeout(TIMEOUTS.http_answer_stall_ms, () => reply.raw.destroy());
  reply.type(type).header('ETag', weakTag(tag));
  // HEAD is GET without a body, and what is not sent need not be read.
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : chunks, { objectMode: false }));
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
