import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, type ErrorSpec } from '../core/error-codes.ts';
import type { AgentHints, FailureFacts } from '../core/errors.ts';
import { hintFor, type Reader } from '../core/hints.ts';
import { apiText } from '../core/operation-text.ts';
import { type ApiHints, hintsFor } from './agent-hints.ts';
import { sendSuccess } from './compact.ts';

export type Answer<Data = unknown> = { data: Data; agent?: AgentHints; status?: 200 | 201 };

const nextAction = z
  .object({
    method: z.string(),
    path: z.string(),
    body: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe('The body fields that are already known; add the ones you decide.'),
    why: z.string(),
  })
  .meta({ id: 'NextAction' });
const rateLimit = z.object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() });

/** The `agent` object of every response. Closed here, so that only declared fields are sent; documented as open. */
const agentSchema = z
  .object({
    hint: z.string().optional(),
    next_actions: z.array(nextAction).optional(),
    dry_run: z.literal(true).optional(),
    replayed: z.literal(true).optional(),
    rate_limit: rateLimit.optional(),
  })
  .meta({
    id: 'Agent',
    description: 'Guidance for AI agents, written by the service and never copied from text by members.',
  });

const errorAgentSchema = z
  .object({
    ...agentSchema.shape,
    fields: z
      .array(
        z
          .object({
            path: z.string(),
            rule: z.string(),
            allowed: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
            did_you_mean: z
              .array(z.string())
              .optional()
              .describe('The allowed names or values that the given one may mean, nearest first.'),
            limit: z.number().optional(),
            actual: z.number().optional(),
          })
          .meta({ id: 'InvalidField' }),
      )
      .optional(),
    did_you_mean: z
      .array(z.string())
      .optional()
      .describe('The operations, or methods and paths, that the requested one may mean, nearest first.'),
    allowed_methods: z.array(z.string()).optional().describe('With `method_not_allowed`: what the path supports.'),
    required_scopes: z.array(z.string()).optional(),
    required_permission: z.string().optional(),
    attached_profile_ids: z.array(z.string()).optional(),
    current_revision: z.int().optional().describe('With `post_changed`. The text is never part of an error.'),
    retry_after_seconds: z.number().optional(),
    exceeded_limit: z
      .object({
        name: z.string(),
        per: z.string(),
        max: z.number().optional(),
        window_seconds: z.number().optional(),
      })
      .optional()
      .describe(
        'With `rate_limited`: the exceeded limit, by its name in `limits` of `GET /v1/meta`, and what it is counted for.',
      ),
    console_url: z.string().optional().describe('The page of the console where a person can do it.'),
    request_id: z.string().optional(),
  })
  .meta({ id: 'ErrorAgent', description: 'Guidance for AI agents on how to recover.' });

const wrap = <D extends z.ZodType>(data: D) => z.object({ ok: z.literal(true), data, agent: agentSchema });
type Envelope<D extends z.ZodType> = ReturnType<typeof wrap<D>>;
const envelopes = new WeakMap<z.ZodType, Envelope<z.ZodType>>();

/** The success envelope of a payload schema. Returns the same object each time, so that it is compiled once. */
export function envelopeOf<D extends z.ZodType>(data: D): Envelope<D> {
  const envelope = envelopes.get(data) ?? wrap(data);
  envelopes.set(data, envelope);
  return envelope as Envelope<D>;
}

/** The `response` of a route schema: the envelope around `data` under its success status. */
export function answers<D extends z.ZodType>(data: D, status: 200 | 201 = 200) {
  return { [status]: envelopeOf(data) };
}

/** For a route that creates an object (201) or finds the existing one (200), with the same payload. */
export function answersEither<D extends z.ZodType>(data: D) {
  const envelope = envelopeOf(data);
  return { 200: envelope, 201: envelope };
}

const nextCursor = z
  .string()
  .nullable()
  .meta({ id: 'NextCursor', description: 'The `cursor` of the next page; null at the end.' });

/** A page of a list: the items, the cursor of the next page, and `more` fields. Its name is that of the component. */
export function pageOf<I extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  id: string,
  item: I,
  more: More = {} as More,
) {
  return z
    .object({
      items: z.array(item),
      next_cursor: nextCursor,
      ...more,
    })
    .meta({ id });
}

export const errorEnvelope = z
  .object({
    ok: z.literal(false),
    data: z.null(),
    agent: errorAgentSchema,
    error_code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
    error_message: z.string(),
  })
  .meta({ id: 'ApiError', description: 'Every failure has this shape.' });

export type ErrorEnvelope = z.output<typeof errorEnvelope>;

export function errorBody(
  code: ErrorCode,
  facts: Omit<FailureFacts, keyof ApiHints> & ApiHints & { request_id?: string; console_url?: string } = {},
  reader: Reader | null = null,
  isLimited = false,
): ErrorEnvelope {
  const { message, limitedMessage, hint, hintFor: others }: ErrorSpec = ERROR_CODES[code];
  return {
    ok: false,
    data: null,
    agent: {
      ...facts,
      hint: facts.hint ?? apiText(hintFor({ any: hint, ...others }, reader)),
    } as ErrorEnvelope['agent'],
    error_code: code,
    error_message: (isLimited ? limitedMessage : undefined) ?? message,
  };
}

/** Repeats headers that an agent's HTTP tool may hide. Anonymous responses omit the rate limit to stay cacheable. */
export function mirrorsOf(request: FastifyRequest): Record<string, unknown> {
  const { rateLimit: usage, ctx } = request;
  return {
    ...(usage && ctx?.principal
      ? { rate_limit: { limit: usage.limit, remaining: usage.remaining, reset_seconds: usage.resetSeconds } }
      : {}),
    ...(ctx?.dryRun ? { dry_run: true } : {}),
  };
}

/** Names a created object. That of a dry run does not exist. */
export function locate(reply: FastifyReply, data: unknown): void {
  const { location } = reply.request.routeOptions.config;
  if (location && !reply.request.ctx.dryRun) reply.header('location', location(data));
}

export function ok(this: FastifyReply, data: unknown, agent: AgentHints = {}, status: 200 | 201 = 200): FastifyReply {
  if (status === 201) locate(this, data);
  return sendSuccess(this, status, {
    ok: true,
    data,
    agent: { ...hintsFor(this.request, agent), ...mirrorsOf(this.request) },
  });
}
