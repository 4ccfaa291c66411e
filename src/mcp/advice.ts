import type { FieldProblem, NextAction } from '../core/errors.ts';
import type { Catalogue, Tool } from './catalogue.ts';

/** The arguments that stand for headers. */
export const HEADER_ARGUMENTS: Readonly<Record<string, string>> = {
  'x-profile-id': 'as_profile_id',
  'idempotency-key': 'idempotency_key',
  'dry-run': 'dry_run',
};

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w{}/-]*)(\?[\w=&{},-]*)?/g;
const HEADERS = /\b(the (?:header )?)?(X-Profile-Id|Idempotency-Key|Dry-Run)\b(?:: true)?/g;
/** Where advice stands in an answer of `/v1`; here it stands beside the hint itself. */
const AGENT = /\bagent\.(?=[a-z])/g;

type Advice = { hint?: string; next_actions?: readonly NextAction[]; fields?: readonly FieldProblem[] };

/** All tools that there are, and those of them that the caller has been shown. */
export type Shown = { readonly catalogue: Catalogue; readonly tools: readonly Tool[] };

/** The service's advice on one call, in words of tools. */
export function inToolWords<A extends Advice>(advice: A, shown: Shown): Record<string, unknown> {
  const { hint, fields, ...rest } = callsInToolWords(advice, shown);
  return {
    ...(hint === undefined ? {} : { hint: headersInToolWords(hint) }),
    ...(fields === undefined
      ? {}
      : { fields: fields.map(({ path, ...problem }) => ({ argument: argumentOf(path), ...problem })) }),
    ...rest,
  };
}

/**
 * Advice on a whole connection, whose headers are headers. Calls in a hint that have no tool stay as they are; an action
 * that the caller has no tool for is left out, since it can not be done here.
 */
export function callsInToolWords<A extends Advice>(advice: A, shown: Shown) {
  const { hint, next_actions, ...rest } = advice;
  const actions = next_actions?.flatMap((action) => actionOf(action, shown) ?? []) ?? [];
  return {
    ...(hint === undefined ? {} : { hint: textWithTools(hint, shown) }),
    ...(actions.length === 0 ? {} : { next_actions: actions }),
    ...rest,
  };
}

export function textInToolWords(text: string, shown: Shown): string {
  return headersInToolWords(textWithTools(text, shown));
}

function textWithTools(text: string, shown: Shown): string {
  return text
    .replace(CALL, (call, method: string, path: string) => {
      const tool = toolAt(method, path, shown.catalogue)?.tool;
      if (!tool) return call;
      const { name } = tool.definition;
      return shown.tools.includes(tool) ? name : `${name} (toolset ${tool.toolset})`;
    })
    .replace(AGENT, '');
}

function headersInToolWords(text: string): string {
  return text.replace(HEADERS, (_all, _article, name: string) => HEADER_ARGUMENTS[name.toLowerCase()]!);
}

function actionOf({ method, path, why }: NextAction, { catalogue, tools }: Shown): object | null {
  const [bare = '', query] = path.split('?', 2);
  const found = toolAt(method, bare, catalogue);
  if (!found || !tools.includes(found.tool)) return null;
  const given = { ...found.values, ...Object.fromEntries(new URLSearchParams(query)) };
  return { tool: found.tool.definition.name, arguments: given, why };
}

/** The tool of a call, and what its path says of the arguments; `{post_id}` says nothing. */
function toolAt(method: string, path: string, catalogue: Catalogue) {
  const words = path.split('/');
  const isFixed = catalogue.isFixed({ method, url: path });
  for (const tool of catalogue.byName.values()) {
    // `/v1/posts/lookup` is no post of that name.
    if (tool.route.method !== method || (isFixed && tool.route.url !== path)) continue;
    const pattern = tool.route.url.split('/');
    if (pattern.length !== words.length) continue;
    const values: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const word = words[index]!;
      if (!part.startsWith(':')) return part === word;
      if (!word.startsWith('{')) values[part.slice(1)] = word;
      return true;
    });
    if (fits) return { tool, values };
  }
  return null;
}

/** `body.images[0].alt_text` of a request, as the argument `images[0].alt_text` of a tool. */
function argumentOf(path: string): string {
  const [place = '', ...rest] = path.split('.');
  const name = rest.join('.');
  if (place === 'header') return HEADER_ARGUMENTS[name] ?? name;
  return name || 'arguments';
}
