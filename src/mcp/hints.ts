import type { ErrorCode, ErrorSpec } from '../core/error-codes.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import type { FailureFacts, FieldProblem, NextAction } from '../core/errors.ts';
import { callsInToolTerms, HEADER_ARGUMENTS, inToolTerms, type Shown, toolAt } from './phrasing.ts';
import { CONNECTION_HINTS, LAST_HINT, TOOL_HINTS, TOOL_MESSAGES } from './tool-hints.ts';

/** Hints as `/v1` returned them: the hint is already the one for this credential. */
type Hints = Omit<FailureFacts, 'hint'> & { hint?: string; docs_url?: string };
type Failure = { error_code: string; error_message: string; agent: Hints };

/** The hints of an operation for a model. `asProfileId` is the argument of the call that receives the hints. */
export function hintsForModel(hints: Hints, shown: Shown, asProfileId?: string): Record<string, unknown> {
  const { hint, fields, next_actions, docs_url: _page, ...facts } = hints;
  const words = hint === undefined ? '' : inToolTerms(hint, shown);
  const actions = next_actions?.flatMap((action) => actionOf(action, shown, asProfileId) ?? []) ?? [];
  return {
    ...(words === '' ? {} : { hint: words }),
    ...(actions.length === 0 ? {} : { next_actions: actions }),
    ...(fields === undefined ? {} : { fields: fields.map(problemOf) }),
    ...facts,
  };
}

/** A failed call for a model: what happened, and how to recover with the tools of this connection. */
export function failureForModel({ error_code, error_message, agent }: Failure, shown: Shown, asProfileId?: string) {
  const code = error_code as ErrorCode;
  const hint = hintOf(code, agent, TOOL_HINTS[code]);
  const message = TOOL_MESSAGES[code] ?? error_message;
  const hints = hintsForModel({ ...agent, hint }, shown, asProfileId);
  return { error_code, error_message: message, hint: LAST_HINT, ...hints };
}

/** A failed connection, for the model and for the person who configured it: `fields` and headers keep their names. */
export function failureOfConnection({ error_code, error_message, agent }: Failure, shown: Shown) {
  const code = error_code as ErrorCode;
  const { hint, next_actions, ...facts } = agent;
  const words = callsInToolTerms(hintOf(code, { hint }, CONNECTION_HINTS[code] ?? TOOL_HINTS[code]), shown);
  const actions = next_actions?.flatMap((action) => actionOf(action, shown) ?? []) ?? [];
  return {
    error_code,
    error_message,
    ...(words === '' ? {} : { hint: words }),
    ...(actions.length === 0 ? {} : { next_actions: actions }),
    ...facts,
  };
}

/** A specific hint is kept; the generic hint of the error code is replaced by `better`. */
function hintOf(code: ErrorCode, { hint = '' }: { hint?: string | undefined }, better: string | undefined): string {
  const spec: ErrorSpec | undefined = ERROR_CODES[code];
  const isCommon = hint === spec?.hint || Object.values(spec?.hintFor ?? {}).includes(hint);
  return hint === '' || isCommon ? (better ?? hint) : hint;
}

/** A call as a tool with arguments; null if this connection does not list the tool. */
function actionOf({ method, path, body, why }: NextAction, shown: Shown, asProfileId?: string): object | null {
  const [bare = '', query] = path.split('?', 2);
  const found = toolAt(method, bare, shown);
  if (!found || !shown.tools.includes(found.tool)) return null;
  const { definition, places } = found.tool;
  const acting = asProfileId !== undefined && places.has('as_profile_id') ? { as_profile_id: asProfileId } : {};
  return {
    tool: definition.name,
    arguments: { ...found.values, ...Object.fromEntries(new URLSearchParams(query)), ...body, ...acting },
    why: inToolTerms(why, shown) || definition.title,
  };
}

/** `body.images[0].alt_text` in a request is the argument `images[0].alt_text` of a tool. */
function problemOf({ path, ...problem }: FieldProblem) {
  const [place = '', ...rest] = path.split('.');
  const name = rest.join('.');
  const argument = place === 'header' ? (HEADER_ARGUMENTS[name] ?? name) : name || 'arguments';
  return { argument, ...problem };
}
