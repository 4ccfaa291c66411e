import type { FieldProblem, NextAction } from '../core/errors.ts';
import type { Tool } from './catalogue.ts';

/** The arguments that stand for headers. */
export const HEADER_ARGUMENTS: Readonly<Record<string, string>> = {
  'x-profile-id': 'as_profile_id',
  'idempotency-key': 'idempotency_key',
  'dry-run': 'dry_run',
};

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w{}/-]*)(\?[\w=&{},-]*)?/g;
const HEADERS = /\b(the (?:header )?)?(X-Profile-Id|Idempotency-Key|Dry-Run)\b(?:: true)?/g;

type Advice = { hint?: string; next_actions?: readonly NextAction[]; fields?: readonly FieldProblem[] };

/** The service's advice in words of the tools that the caller has been shown; calls without a tool stay as they are. */
export function inToolWords<A extends Advice>(advice: A, tools: readonly Tool[]): Record<string, unknown> {
  const { hint, next_actions, fields, ...rest } = advice;
  return {
    ...(hint === undefined ? {} : { hint: textInToolWords(hint, tools) }),
    ...(next_actions === undefined ? {} : { next_actions: next_actions.map((action) => actionOf(action, tools)) }),
    ...(fields === undefined
      ? {}
      : { fields: fields.map(({ path, ...problem }) => ({ argument: argumentOf(path), ...problem })) }),
    ...rest,
  };
}

export function textInToolWords(text: string, tools: readonly Tool[]): string {
  return text
    .replace(CALL, (call, method: string, path: string) => toolAt(method, path, tools)?.tool.definition.name ?? call)
    .replace(HEADERS, (_all, _article, name: string) => HEADER_ARGUMENTS[name.toLowerCase()]!);
}

function actionOf({ method, path, why }: NextAction, tools: readonly Tool[]): object {
  const [bare = '', query] = path.split('?', 2);
  const found = toolAt(method, bare, tools);
  if (!found) return { method, path, why };
  const given = { ...found.values, ...Object.fromEntries(new URLSearchParams(query)) };
  return { tool: found.tool.definition.name, arguments: given, why };
}

/** The tool of a call, and what its path says of the arguments; `{post_id}` says nothing. */
function toolAt(method: string, path: string, tools: readonly Tool[]) {
  const words = path.split('/');
  let found: { tool: Tool; values: Record<string, string> } | null = null;
  for (const tool of tools) {
    if (tool.route.method !== method) continue;
    const pattern = tool.route.url.split('/');
    if (pattern.length !== words.length) continue;
    const values: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const word = words[index]!;
      if (!part.startsWith(':')) return part === word;
      if (!word.startsWith('{')) values[part.slice(1)] = word;
      return true;
    });
    // `/v1/posts/lookup` is no post of that name.
    if (fits && (!found || !tool.route.url.includes(':'))) found = { tool, values };
  }
  return found;
}

/** `body.images[0].alt_text` of a request, as the argument `images[0].alt_text` of a tool. */
function argumentOf(path: string): string {
  const [place = '', ...rest] = path.split('.');
  const name = rest.join('.');
  if (place === 'header') return HEADER_ARGUMENTS[name] ?? name;
  return name || 'arguments';
}
