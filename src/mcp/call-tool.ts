import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ApiError, type FieldProblem, failFields } from '../core/errors.ts';
import { errorBody } from '../http/envelope.ts';
import {
  type ApiAgent,
  callInternally,
  failureOf,
  type InternalRequest,
  type InternalResponse,
} from '../http/internal-request.ts';
import { isWithinPermissions } from '../http/may-call.ts';
import { needsProfile, type RouteEntry } from '../http/route-contract.ts';
import { MAX_PROBLEMS, problemsOf, unknownField } from '../http/validation.ts';
import { defaultViewOf, type Tool } from './catalogue.ts';
import type { McpContext } from './context.ts';
import { type Acting, failureForModel, hintsForModel } from './hints.ts';
import { lean } from './lean.ts';
import { refusal, resultOf } from './result.ts';
import { structured } from './tool-schemas.ts';
import { ALWAYS_LISTED } from './toolsets.ts';

type Values = Record<string, unknown>;

/** Calls the operation of a tool through its route. A failure becomes a result with `isError`. */
export async function callTool(context: McpContext, tool: Tool, given: Values): Promise<CallToolResult> {
  const values = await translated(context, tool, given);
  let call: Omit<InternalRequest, 'token'>;
  try {
    call = requestOf(context, tool, values);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(context, tool, ownRefusal(error));
  }
  let answer = await callOperation(context, call);
  if (!answer.ok && answer.error_code === 'insufficient_scope') {
    const other = otherRefusal(context, tool, call);
    if (other) answer = ownRefusal(other);
  }
  const as = actingIn(context, tool, values, answer);
  if (!answer.ok) return refused(context, tool, answer, as);
  if (answer.leaked) return answered(context, tool, answer, as);
  const isWhole = tool.route.method === 'GET' || values['view'] !== undefined;
  const data = lean(isWhole ? answer.data : context.request.server.shorten(answer.data, true));
  return answered(context, tool, { ...answer, data } as InternalResponse, as);
}

type Refusal = Extract<InternalResponse, { ok: false }>;

function ownRefusal({ code, agent: facts, statusCode: status }: ApiError): Refusal {
  const { hint: _hint, next_actions: _actions, ...shown } = facts;
  const { agent, ...rest } = errorBody(code, shown);
  return { ...rest, ok: false, data: null, status, agent: agent as ApiAgent, hints: {} };
}

/** Why a call without its scope would fail with it, too: nobody should be asked to agree to the scope for that. */
function otherRefusal(
  { request: { ctx } }: McpContext,
  { route }: Tool,
  { url, body, profileId }: Omit<InternalRequest, 'token'>,
): ApiError | null {
  const { contract } = route;
  const { profiles } = ctx.principal!;
  const fields = problemsInside(route, new URL(url, 'http://tool').searchParams, (body ?? {}) as Values);
  if (fields.length > 0) return new ApiError('invalid_request', { agent: { fields: fields.slice(0, MAX_PROBLEMS) } });
  if (needsProfile(contract) && profileId === undefined && profiles.size > 0)
    return new ApiError('profile_header_required', { agent: { attached_profile_ids: [...profiles.keys()] } });
  const acting = profiles.get(profileId ?? '');
  if (!acting || acting.owned || isWithinPermissions(contract, acting)) return null;
  const required_permission = contract.permissions?.[0];
  return new ApiError('permission_denied', { agent: { ...(required_permission && { required_permission }) } });
}

/** Arguments as the operation takes them: a username as the id of its profile, and the name of a tool as its operation. */
async function translated(context: McpContext, { route, places }: Tool, values: Values): Promise<Values> {
  const { as_profile_id: as, operation } = values;
  if (route.contract.operation === DESCRIBES && typeof operation === 'string')
    return { ...values, operation: context.catalogue.named(operation)?.route.contract.operation ?? operation };
  if (typeof as !== 'string' || !places.has('as_profile_id') || !USERNAME.test(as)) return values;
  const url = `/v1/profiles/${as}`;
  if (context.catalogue.isFixed({ method: 'GET', url })) return values;
  const found = await callOperation(context, { method: 'GET', url: `${url}?view=compact` });
  return found.ok ? { ...values, as_profile_id: (found.data as { id: string }).id } : values;
}
const DESCRIBES = 'meta.get_operation';
/** No id has this form. */
const USERNAME = /^\w[\w-]{2,29}$/;

/** The profile that the next calls act as: the one of this call, or the one that it created. */
function actingIn(
  { request: { ctx } }: McpContext,
  { route }: Tool,
  { as_profile_id: as }: Values,
  { data }: InternalResponse,
): Acting {
  const created = route.contract.operation === CREATES ? (data as { id?: string } | null)?.id : undefined;
  const named = created ?? (typeof as === 'string' ? as : undefined);
  return named ?? (ctx.acting || ctx.principal!.profiles.size < 2 ? undefined : null);
}
const CREATES = 'profiles.create';

export async function callOperation(
  context: McpContext,
  call: Omit<InternalRequest, 'token'>,
): Promise<InternalResponse> {
  context.calls++;
  return callInternally(context.request.server, context.request, { ...call, token: context.token });
}

/** Fails with `invalid_request`. */
function requestOf(context: McpContext, tool: Tool, values: Values): Omit<InternalRequest, 'token'> {
  const { route, places } = tool;
  const problems: FieldProblem[] = [];
  const body: Values = {};
  const path: Values = {};
  const query = new URLSearchParams();
  if (route.method === 'GET' && places.has('view')) query.set('view', defaultViewOf(route));
  // One problem for all unknown names, because each would repeat the whole list of known names.
  const unknown = Object.keys(values).filter((name) => !places.has(name));
  if (unknown.length > 0) problems.push(unknownField('body', unknown, [...places.keys()], values));
  for (const [name, value] of Object.entries(values)) {
    const place = places.get(name);
    if (place === 'body') body[name] = value;
    else if (place === 'path') path[name] = value;
    else if (place === 'query' && value !== null) {
      if (typeof value === 'object') problems.push({ path: `query.${name}`, rule: 'type', allowed: ['string'] });
      // In a URL it would become U+FFFD.
      else if (!String(value).isWellFormed()) problems.push({ path: `query.${name}`, rule: 'ill_formed' });
      else query.set(name, String(value));
    }
  }
  const url = route.url.replace(/:(\w+)/g, (_all, name: string) => {
    const word = path[name];
    if (typeof word === 'string' && word.isWellFormed() && !/^\.{0,2}$/.test(word)) return encodeURIComponent(word);
    if (typeof word === 'string' && !word.isWellFormed()) problems.push({ path: `path.${name}`, rule: 'ill_formed' });
    else problems.push({ path: `path.${name}`, rule: word === undefined ? 'required' : 'type', allowed: ['string'] });
    return '-';
  });
  if (url !== route.url && context.catalogue.isFixed({ method: route.method, url }))
    problems.push({ path: 'path', rule: 'reserved' });
  const headers = readHeaderArguments(context, route, values, problems);
  if (problems.length > 0) failFields([...problems, ...problemsInside(route, query, body)].slice(0, MAX_PROBLEMS));
  if (route.method === 'GET' && defaultViewOf(route) === 'compact' && !query.has('view')) query.set('view', 'compact');
  return {
    method: route.method as InternalRequest['method'],
    url: query.size === 0 ? url : `${url}?${query}`,
    ...headers,
    ...(route.method === 'GET' ? {} : { body }),
    ...(context.request.ctx.signal ? { stop: context.request.ctx.signal } : {}),
  };
}

/** What the operation itself would reject, so that the caller receives all problems at once. */
function problemsInside(route: RouteEntry, query: URLSearchParams, body: Values): FieldProblem[] {
  const { querystring } = route.schema;
  const { view, ...others } = Object.fromEntries(query);
  // Every operation takes it, and most do not declare it.
  const isDeclared = view !== undefined && 'view' in ((querystring as z.ZodObject | undefined)?.shape ?? {});
  return [
    ...(querystring ? problemsOf(querystring, isDeclared ? { view, ...others } : others, 'query') : []),
    ...(route.body ? problemsOf(route.body, body, 'body') : []),
  ];
}

/** Arguments that become request headers. Profile and dry run may also be headers of the connection; a sole profile is meant. */
function readHeaderArguments(
  { request }: McpContext,
  { contract }: RouteEntry,
  values: Values,
  problems: FieldProblem[],
) {
  const { as_profile_id: profile, idempotency_key: key, dry_run: dry } = values;
  const text = (name: string, value: unknown): string | undefined => {
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
    problems.push({ path: `header.${name}`, rule: 'type', allowed: ['string'] });
    return undefined;
  };
  const asked = text('x-profile-id', profile);
  const connected = request.ctx.acting?.id;
  if (asked !== undefined && connected !== undefined && asked.toLowerCase() !== connected) {
    problems.push({ path: 'header.x-profile-id', rule: 'same_as_header', allowed: [connected] });
  }
  if (dry !== undefined && dry !== null && typeof dry !== 'boolean') {
    problems.push({ path: 'header.dry-run', rule: 'type', allowed: ['boolean'] });
  } else if (dry === false && request.ctx.dryRun) {
    problems.push({ path: 'header.dry-run', rule: 'same_as_header', allowed: [true] });
  }
  const { profiles } = request.ctx.principal!;
  const only = contract.profile !== 'none' && profiles.size === 1 ? [...profiles.keys()][0] : undefined;
  const profileId = asked ?? connected ?? only;
  const idempotencyKey = text('idempotency-key', key);
  return {
    ...(profileId === undefined ? {} : { profileId }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(dry === true || request.ctx.dryRun ? { dryRun: true } : {}),
  };
}

function answered(context: McpContext, tool: Tool, answer: InternalResponse, as: Acting): CallToolResult {
  const { data, agent } = answer;
  const { rate_limit: _usage, ...hints } = hintsForModel(agent, answer.hints, context, as);
  if (tool.route.contract.operation === ALWAYS_LISTED) {
    const hint = [hints['hint'], context.notListed()].filter(Boolean).join(' ');
    if (hint !== '') hints['hint'] = hint;
  }
  return resultOf(context, structured(data), hints);
}

/** Also notes a refusal that another credential or scope would lift: the whole request then fails with it. */
function refused(context: McpContext, { route }: Tool, answer: Refusal, as?: Acting): CallToolResult {
  const { error_code, status, challenge } = answer;
  const principal = context.request.ctx.principal!;
  const { type } = principal;
  const lacksScope = error_code === 'insufficient_scope' && challenge !== undefined;
  const wantsMore = lacksScope && type === 'oauth' && isWithinPermissions(route.contract, principal);
  if (error_code in ERROR_CODES && (status === 401 || wantsMore)) {
    context.refusal = failureOf(answer, wantsMore ? { 'WWW-Authenticate': challenge } : {});
  }
  return refusal(failureForModel(answer, context, type, as));
}
