import { OPERATION_PATHS } from './operation-paths.ts';

export type OperationName = keyof typeof OPERATION_PATHS;

/** A place of a text whose words depend on the reader: a caller of the API, or a model with tools. */
export type Reference =
  /** The method and path of an operation (or `api`, if it was just named), or the name of its tool. */
  | { readonly operation: OperationName; readonly api?: string }
  /** A field of `agent`, which tools have at the top level of a result. */
  | { readonly field: string }
  /** Two wordings, such as the name of a header and of the argument that replaces it. */
  | { readonly api: string; readonly tools: string };

/** Plain JSON, because responses that are stored for repeats contain texts. */
export type Template = { readonly parts: readonly Text[] };

/**
 * A text that names operations by reference. A list is a sequence of sentences; a model is not shown one that names an
 * operation whose tool it does not have.
 */
export type Text = string | Reference | Template | readonly Text[];

/** ``text`Read it with ${op('posts.get')}.` `` */
export function text(strings: TemplateStringsArray, ...values: readonly (Text | number)[]): Template {
  const parts = strings.flatMap((words, index) => {
    const value = values[index];
    return [words, ...(value === undefined ? [] : [typeof value === 'number' ? String(value) : value])];
  });
  return { parts: parts.filter((part) => part !== '') };
}

export const op = (operation: OperationName, api?: string): Reference => ({
  operation,
  ...(api !== undefined && { api }),
});
export const field = (name: string): Reference => ({ field: name });
export const either = (api: string, tools: string): Reference => ({ api, tools });
/** Words that only make sense to a caller of the API. */
export const apiOnly = (api: string): Reference => ({ api, tools: '' });

export const PROFILE_HEADER = either('X-Profile-Id', 'as_profile_id');

/** The words of a reader for each reference; null if the reader does not have the operation. */
export type Terms = (reference: Reference) => string | null;

/** Writes a text in the terms of its reader; empty if nothing is left. */
export function write(text: Text, terms: Terms): string {
  return written(text, terms) ?? '';
}

function written(text: Text, terms: Terms): string | null {
  if (typeof text === 'string') return text;
  if ('parts' in text) {
    const words = text.parts.map((part) => (isReference(part) ? terms(part) : write(part, terms)));
    return words.includes(null) ? null : words.join('');
  }
  if (isReference(text)) return terms(text);
  const sentences = text.map((sentence) => write(sentence, terms));
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function isReference(text: Text): text is Reference {
  return typeof text === 'object' && ('operation' in text || 'field' in text || 'tools' in text);
}

/** A text for callers of the API: operations as method and path. */
export function apiText(text: Text): string {
  return write(text, apiTerms);
}

function apiTerms(reference: Reference): string {
  if ('field' in reference) return `agent.${reference.field}`;
  if ('tools' in reference) return reference.api;
  return reference.api ?? addressOf(reference.operation).join(' ');
}

type Address = readonly [method: string, path: string];

/** The end of a URI template (RFC 6570) with the names of query parameters. */
const QUERY = /\{\?[\w,]+\}$/;
const ADDRESSES = new Map(Object.entries(OPERATION_PATHS).map(([name, template]) => [name, addressIn(template)]));

/** The method and path of an operation, with `{names}` of parameters. */
export function addressOf(operation: OperationName): Address {
  // Unknown while the table is generated, and in a response that an earlier version stored.
  return ADDRESSES.get(operation) ?? addressIn(operation);
}

function addressIn(template: string): Address {
  const [method = '', path = ''] = template.replace(QUERY, '').split(' ');
  return [method, path];
}
