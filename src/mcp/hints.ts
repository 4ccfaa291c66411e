import { ERROR_CODES, type ErrorCode, type ErrorSpec } from '../core/error-codes.ts';
import type { FieldProblem } from '../core/errors.ts';
import { hintFor, type Reader } from '../core/hints.ts';
import type { NextAction } from '../core/next-action.ts';
import type { Text } from '../core/operation-text.ts';
import type { ApiAgent, HintData } from '../http/internal-request.ts';
import { needsProfile } from '../http/route-contract.ts';
import { type Shown, textForConnection, textForModel, toolFor } from './terms.ts';
import { CONNECTION_HINTS, HEADER_ARGUMENTS, LAST_HINT, TOOL_HINTS, TOOL_MESSAGES } from './tool-hints.ts';
import { CALL, FIND } from './toolsets.ts';

/** A failure as `/v1` returned it, and its hints as data. */
type Failure = { error_code: string; error_message: string; agent: ApiAgent; hints: HintData };

/** The profile of the call that receives the hints; null if it names none, and the next one has to choose from several. */
export type Acting = string | null | undefined;

/** The hints of an operation for a model. */
export function hintsForModel(
  { fields, ...agent }: ApiAgent,
  { hint, next_actions = [] }: HintData,
  shown: Shown,
  asProfileId?: Acting,
): Record<string, unknown> {
  const { hint: _hint, next_actions: _actions, ...facts } = agent;
  return {
    ...wordsAndActions(textForModel(hint ?? '', shown), next_actions, shown, asProfileId),
    ...(fields === undefined ? {} : { fields: fields.map(problemOf) }),
    ...facts,
  };
}

/** A failed call for a model: what happened, and how to recover with the tools of this connection. */
export function failureForModel(failure: Failure, shown: Shown, reader: Reader | null, asProfileId?: Acting) {
  const { error_message, agent, hints } = failure;
  const code = failure.error_code as ErrorCode;
  const hint = hints.hint ?? TOOL_HINTS[code] ?? hintOf(code, reader);
  return {
    error_code: code,
    error_message: TOOL_MESSAGES[code] ?? error_message,
    hint: LAST_HINT,
    ...hintsForModel(agent, { ...hints, hint }, shown, asProfileId),
  };
}

/** A failed connection, for the model and for the person who configured it: `fields` and headers keep their names. */
export function failureOfConnection(failure: Failure, shown: Shown, reader: Reader | null) {
  const { error_message, agent, hints } = failure;
  const code = failure.error_code as ErrorCode;
  const { hint: _hint, next_actions: _actions, ...facts } = agent;
  const hint = hints.hint ?? CONNECTION_HINTS[code] ?? TOOL_HINTS[code] ?? hintOf(code, reader);
  return {
    error_code: code,
    error_message,
    ...wordsAndActions(textForConnection(hint, shown), hints.next_actions ?? [], shown),
    ...facts,
  };
}

function hintOf(code: ErrorCode, reader: Reader | null): Text {
  const spec: ErrorSpec | undefined = ERROR_CODES[code];
  return spec === undefined ? '' : hintFor({ any: spec.hint, ...spec.hintFor }, reader);
}

function wordsAndActions(words: string, actions: readonly NextAction[], shown: Shown, asProfileId?: Acting) {
  const shownActions = actions.flatMap((action) => actionOf(action, shown, asProfileId) ?? []);
  return {
    ...(words === '' ? {} : { hint: words }),
    ...(shownActions.length === 0 ? {} : { next_actions: shownActions }),
  };
}

/**
 * A next action as a tool with arguments, through `tools_call` if it is not listed; `add` names the arguments that
 * only the model knows: the required ones, and those that the action is about. Null if this connection can't call it.
 */
function actionOf(
  { operation, params, body, asks = [], why }: NextAction,
  shown: Shown,
  asProfileId?: Acting,
): object | null {
  // It lists calls of HTTP, which a model cannot make.
  if (operation === 'meta.list_operations')
    return { tool: FIND, arguments: {}, add: ['words'], why: 'Find a tool by what you want to do.' };
  const tool = toolFor(operation, shown);
  if (!tool) return null;
  const { definition, places } = tool;
  const acting = typeof asProfileId === 'string' && places.has('as_profile_id') ? { as_profile_id: asProfileId } : {};
  const given = { ...params, ...body, ...acting };
  const call = { tool: definition.name, arguments: given };
  const isListed = shown.tools.includes(tool);
  const needed = [
    ...((definition.inputSchema['required'] ?? []) as string[]),
    ...asks,
    ...(asProfileId === null && needsProfile(tool.route.contract) ? ['as_profile_id'] : []),
  ];
  const add = needed.filter((name) => !(name in given));
  return {
    ...(isListed ? call : { tool: CALL, arguments: call }),
    ...(add.length > 0 && { add }),
    why: textForModel(why, shown) || definition.title,
  };
}

/** `body.images[0].alt_text` in a request is the argument `images[0].alt_text` of a tool. */
function problemOf({ path, ...problem }: FieldProblem) {
  const [place = '', ...rest] = path.split('.');
  const name = rest.join('.');
  const argument = place === 'header' ? (HEADER_ARGUMENTS[name] ?? name) : name || 'arguments';
  return { argument, ...problem };
}
