import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { AgentHints } from '../core/errors.ts';
import { apiText, type Text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { type Answer, answers, answersEither } from './envelope.ts';
import { nothing, type RouteContract } from './route-contract.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type OperationRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = FastifyRequest<{
  Params: z.output<P>;
  Querystring: z.output<Q>;
  Body: z.output<B>;
}>;

export type Write<Prepared, Result, Data = unknown> = {
  /** Decodes, hashes, writes files, calls other services: no transaction is open. */
  prepare?: (ctx: Ctx) => Promise<Prepared>;
  /** Statements only: the change with its events and its audit row. */
  commit: (ctx: Ctx, prepared: Prepared) => Promise<Result>;
  /** Builds the response from what was written. */
  answer: (result: Result, ctx: Ctx, prepared: Prepared) => Answer<Data>;
};

/** A reply whose payload must have the type of the output schema. */
export type OperationReply<Data> = Omit<FastifyReply, 'ok' | 'commit'> & {
  /** Sends a success. Failures are thrown with `fail`. */
  ok(data: Data, agent?: AgentHints, status?: 200 | 201): FastifyReply;
  /** Runs a write and sends its response, stored for `Idempotency-Key` or rolled back for `Dry-Run`. */
  commit<Prepared, Result>(write: Write<Prepared, Result, Data>): Promise<FastifyReply>;
};

type Spec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType> = Omit<
  RouteContract,
  'operation' | 'description' | 'location' | 'finds'
> & {
  /** `area.verb_noun`; also the `operationId` in OpenAPI, the name in the audit log, and the base of the tool name. */
  name: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  /** At most 300 characters; the rest belongs in a guide. */
  description: Text;
  params?: P;
  query?: Q;
  /** With `multipart`, the JSON form of the body. */
  body?: B;
  output: D;
  /** The path of the created object, for the header `Location`. Absent if the object has no address of its own. */
  location?(data: z.output<D>): string;
  /** Default 200. `created_or_found`: 201 for a new object, 200 for an existing one, with the same payload. */
  status?: 201 | 'created_or_found';
  /** The maximum size of the body in bytes, if larger than usual. */
  bodyLimit?: number;
  compress?: RouteOptions['compress'];
  run(request: OperationRequest<P, Q, B>, reply: OperationReply<z.output<D>>): FastifyReply | Promise<FastifyReply>;
};

export type Operation = Omit<Spec<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, 'run'> & { run: unknown };

type Nothing = typeof nothing;

/** The one place for an operation's address, texts, contract, schemas and code; everything else derives from it. */
export function operation<
  D extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(spec: Spec<P, Q, B, D>): Operation {
  // Only its own route calls `run`, with what these schemas have parsed.
  return spec as unknown as Operation;
}

export function operationRoutes(operations: readonly Operation[]): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    for (const each of operations) app.route(routeOf(each));
  };
}

function routeOf(operation: Operation): RouteOptions {
  const { name, method, path, tag, summary, description, params, query, body, output, status, ...others } = operation;
  const { bodyLimit, compress, run, ...contract } = others;
  const response = status === 'created_or_found' ? answersEither(output) : answers(output, status);
  return {
    method,
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(compress === undefined ? {} : { compress }),
    config: { ...contract, description, operation: name, finds: status === 'created_or_found' },
    schema: {
      summary,
      description: apiText(description),
      tags: [tag],
      ...(params && { params }),
      querystring: query ?? nothing,
      ...(method !== 'GET' && { body: contract.multipart && body ? jsonBody(body) : (body ?? nothing) }),
      response,
    },
    handler: run as RouteOptions['handler'],
  };
}

/** Only JSON is validated by the schema; a form is read by the operation. */
const jsonBody = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } });
