import type { Catalogue, Tool } from './catalogue.ts';

/** The arguments that replace headers. */
export const HEADER_ARGUMENTS: Readonly<Record<string, string>> = {
  'x-profile-id': 'as_profile_id',
  'idempotency-key': 'idempotency_key',
  'dry-run': 'dry_run',
};

/** All tools, and the tools that this connection lists. */
export type Shown = { readonly catalogue: Catalogue; readonly tools: readonly Tool[] };

const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1(?:\/[\w{}/-]*)?)(\?[\w=&{},-]*)?/g;
const HEADER = /\b(?:the )?(?:header )?(X-Profile-Id|Idempotency-Key|Dry-Run)\b(?:: true)?( header)?/gi;
/** In `/v1`, hints are in `agent`; a tool result has its fields at the top level. */
const AGENT = /\bagent\.(?=[a-z])/g;
/** Words that only make sense to a caller of `/v1`. */
const CALL_WORDS = /\/v1\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b/;
const HTTP_WORDS =
  /\/v1\b|\b(?:GET|POST|PUT|PATCH|DELETE|Authorization|Bearer|Content-Type|HTTP|multipart|headers?|query|paths?)\b|\?[a-z_]+=/;
const TOOL_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g;
const PARENTHESIS = /\s*\([^()]*\)/g;
const SENTENCE_END = /(?<=[.!?])\s+/;
/** A list marker, and the rest of the line. */
const MARK = /^(\s*(?:[-*]|\d+\.)\s+)?(.*)$/;

/**
 * Rewrites a text for `/v1` callers for a model with tools: calls become tool names, headers become arguments. Drops
 * clauses that name unlisted tools or HTTP details, which the model cannot act on. The result may be empty.
 */
export function inToolTerms(text: string, shown: Shown): string {
  const words = withToolNames(text, shown).replace(
    HEADER,
    (_all, name: string) => HEADER_ARGUMENTS[name.toLowerCase()]!,
  );
  return usableParts(words, shown, HTTP_WORDS);
}

/** The same for a text about the connection; headers stay, because the person who configures it sets them. */
export function callsInToolTerms(text: string, shown: Shown): string {
  return usableParts(withToolNames(text, shown), shown, CALL_WORDS);
}

/** Drops the clauses of a text for models that name tools which this connection does not list. */
export function onlyListed(text: string, shown: Shown): string {
  return usableParts(text, shown, CALL_WORDS);
}

function withToolNames(text: string, shown: Shown): string {
  return text
    .replace(CALL, (call, method: string, path: string) => toolAt(method, path, shown)?.tool.definition.name ?? call)
    .replace(AGENT, '');
}

function usableParts(text: string, shown: Shown, unusable: RegExp): string {
  const usable = (clause: string) => !unusable.test(clause) && namesListedTools(clause, shown);
  return text
    .replace(PARENTHESIS, (aside) => (usable(aside) ? aside : ''))
    .split('\n')
    .flatMap((line) => usableLine(line, usable) ?? [])
    .join('\n');
}

/** A line of Markdown without its unusable parts; null if nothing is left. */
function usableLine(line: string, usable: (clause: string) => boolean): string | null {
  const [, mark = '', words = ''] = MARK.exec(line)!;
  const kept = words.split(SENTENCE_END).flatMap((sentence) => usableClauses(sentence, usable));
  return kept.length === 0 && words !== '' ? null : mark + kept.join(' ');
}

function usableClauses(sentence: string, usable: (clause: string) => boolean): string[] {
  if (usable(sentence)) return [sentence];
  const kept = sentence
    .replace(/[.!?]$/, '')
    .split('; ')
    .filter((clause) => clause !== '' && usable(clause));
  return kept.length === 0 ? [] : [`${capitalize(kept.join('; '))}.`];
}

export function namesListedTools(text: string, { catalogue, tools }: Shown): boolean {
  return (text.match(TOOL_NAME) ?? []).every((name) => {
    const tool = catalogue.byName.get(name);
    return !tool || tools.includes(tool);
  });
}

/** Capitalizes a clause, unless it begins with the name of a tool or argument. */
function capitalize(text: string): string {
  return /^[a-z]+\b(?!_)/.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** The tool for a call and the arguments in its path; a placeholder such as `{post_id}` provides none. */
export function toolAt(method: string, path: string, { catalogue }: Pick<Shown, 'catalogue'>) {
  const words = path.split('/');
  const isFixed = catalogue.isFixed({ method, url: path });
  for (const tool of catalogue.byName.values()) {
    // `/v1/posts/lookup` is an operation, not a post with that id.
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
