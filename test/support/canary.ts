import { UNTRUSTED_FIELDS } from '../../src/areas/index.ts';
import { isSecret } from '../../src/auth/key-format.ts';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { type Answer, answerSchema } from './response-check.ts';
import { secretsIn } from './secrets-in.ts';

type Json = { [key: string]: unknown };

/** A word that no text of the service contains. Use it in text that test members write: `say('Good morning')`. */
export const CANARY = 'qzcanaryx';

/** A member's text that is recognized wherever it appears. */
export function say(text: string): string {
  return `${text} ${CANARY}`;
}

/** Request fields with free text from people. Their values are watched automatically. */
const WRITTEN_FIELDS = new Set([
  // An app may choose a URL as its id; the ids that members send come from the service.
  ...UNTRUSTED_FIELDS.map((field) => field.split('.').at(-1)!).filter((name) => name !== 'id'),
  'note',
  'message',
  'q',
  'comment',
]);
const PASSWORD_FIELDS = new Set(['password', 'current_password', 'new_password']);
/** Shorter words appear in the service's own texts by coincidence. */
const MIN_LENGTH = 8;
/** No valid request is nested deeper. */
const MAX_DEPTH = 20;
/** Several named schemas describe one object: more of it, less of it, within another. */
export const SAME_OBJECT: readonly [RegExp, string][] = [
  [/^(Compact|Single)(?=Profile|Post)/, ''],
  [/^ProfileSuggestion\b/, 'Profile'],
  [/^FoundProfile\b/, 'Profile'],
  [/^PostWithAuthor\b/, 'Post'],
  [/^(QuotedPost\.post|PostFields)\b/, 'Post'],
  [/^(PostImage|CompactImage)\b/, 'Post.images'],
  [/^Me\.principal\b/, 'Principal'],
  [/^Profile\.operated_by\b/, 'Profile'],
  [/^Me\.account\b/, 'Account'],
];
const ALLOWED = new Set<string>(UNTRUSTED_FIELDS);
const REMEDY =
  'If it belongs there, add the field to untrustedFields of its area.ts, or its schema to SAME_OBJECT in canary.ts.';

function isWritten(field: string): boolean {
  return ALLOWED.has(SAME_OBJECT.reduce((name, [pattern, object]) => name.replace(pattern, object), field));
}

/** The places where a response contains the secret of a key or session, once. */
const SECRET_PLACES = /^(data\.secret|data\.session\.token|data\.ticket)$/;
/** The address of an upload ends with its ticket. */
const isSecretPlace = (path: string, value: string, secret: string) =>
  SECRET_PLACES.test(path)
    ? value === secret
    : path === 'data.url' && value.endsWith(`/media/uploads?ticket=${secret}`);

/** Remembers what members wrote, and finds it in the wrong places. */
export function makeWatch(document: OpenApiDocument) {
  const written = makeWords();
  const passwords = makeWords();
  written.add(CANARY);

  return {
    get passwords() {
      return passwords.all;
    },

    /** Remembers the texts of a request. */
    record(payload: unknown, isForm: boolean): void {
      const listen = (name: string, value: unknown, depth = 0): void => {
        if (depth > MAX_DEPTH) return;
        if (Array.isArray(value)) for (const item of value) listen(name, item, depth + 1);
        else if (typeof value === 'object' && value !== null)
          for (const [key, item] of Object.entries(value)) listen(key, item, depth + 1);
        else if (typeof value !== 'string' || value.trim().length < MIN_LENGTH) return;
        else if (PASSWORD_FIELDS.has(name)) passwords.add(value);
        else if (WRITTEN_FIELDS.has(name)) written.add(value.trim());
      };
      if (isForm) for (const [name, value] of formTexts(payload)) listen(name, value);
      else if (!Buffer.isBuffer(payload)) listen('', typeof payload === 'string' ? parseOrNull(payload) : payload);
    },

    /** Forbidden texts in a response, by place. */
    problemsOf(route: RouteEntry | null, answer: Answer): string[] {
      const { status, text, headers } = answer;
      const name = `${route?.contract.operation ?? 'no operation'} ${status}`;
      const problems: string[] = [];
      const headerText = JSON.stringify(headers);
      const whole = `${headerText}\n${text}`;
      const all = written.in(whole);
      for (const word of all)
        if (headerText.includes(word)) problems.push(`${name}: a header repeats what a member wrote: ${word}`);
      if (secretsIn(headerText).length > 0) problems.push(`${name}: a header holds a secret`);
      const shown = all.filter((word) => text.includes(word));
      if (passwords.in(whole).length > 0) problems.push(`${name}: a password`);
      const hasSecret = secretsIn(text).length > 0;
      if (shown.length === 0 && !hasSecret) return problems;
      // Its responses describe the service with examples, which tests use as well.
      const describes = route?.contract.operation.startsWith('meta.') ?? false;
      const schema = route && status < 400 ? answerSchema(document, route, status) : null;
      const data = parseOrNull(text);
      visitTexts(data, (value, keys, isName) => {
        const path = () => keys.filter((key) => typeof key === 'string').join('.') + (isName ? ' (its name)' : '');
        const secrets = hasSecret ? secretsIn(value) : [];
        if (secrets.length > 0 && !(status < 300 && isSecretPlace(path(), value, secrets[0]!))) {
          problems.push(`${name}: a secret at ${path()}`);
        }
        const words = shown.filter((word) => value.includes(word));
        if (words.length === 0 || (describes && !value.includes(CANARY))) return;
        const field = isName ? '' : fieldAt(keys, data, schema, document);
        if (isWritten(field)) return;
        for (const word of words)
          problems.push(`${name}: ${path()} (${field}) repeats what a member wrote: ${word}. ${REMEDY}`);
      });
      return problems;
    },

    /** Forbidden texts in a log line. */
    problemsOfLog(line: string): string[] {
      const problems = [...written.in(line), ...passwords.in(line)].map(
        (word) => `the log repeats what a member wrote: ${word}`,
      );
      if (secretsIn(line).length > 0) problems.push('the log holds a secret');
      return problems.map((problem) => `${problem} in ${line.slice(0, 500)}`);
    },

    /** Events contain ids and states, never member text: webhooks and streams will send them anywhere. */
    problemsOfEvent(data: string): string[] {
      return written.in(data).map((word) => `an event holds what a member wrote: ${word} in ${data}`);
    },

    /** A mail may contain its own one-time token and its recipient's address, but no other secret or member text. */
    problemsOfMail(mail: string): string[] {
      const body = mail.replace(/^(To|X-.*|Message-ID):.*$/gim, '').replaceAll(/=\r?\n/g, '');
      const problems = passwords.in(body).map(() => 'a mail holds a password');
      if (body.includes(CANARY)) problems.push('a mail repeats what a member wrote');
      if (secretsIn(body).some((word) => !isSecret('one_time', word))) problems.push('a mail holds a credential');
      return problems;
    },
  };
}

/** Texts that are looked for in every response. Most contain the canary, so one search excludes all of those. */
function makeWords() {
  const marked = new Set<string>();
  const unmarked = new Set<string>();
  return {
    add(word: string): void {
      (word.includes(CANARY) ? marked : unmarked).add(word);
    },
    in(text: string): string[] {
      const found: string[] = [];
      for (const word of unmarked) if (text.includes(word)) found.push(word);
      if (text.includes(CANARY)) for (const word of marked) if (text.includes(word)) found.push(word);
      return found;
    },
    get all(): ReadonlySet<string> {
      return new Set([...marked, ...unmarked]);
    },
  };
}

type Keys = readonly (string | number)[];

/** Visits every string of a response and every name of a field, with the keys that lead to it. */
function visitTexts(data: unknown, visit: (value: string, keys: Keys, isName: boolean) => void): void {
  const keys: (string | number)[] = [];
  const walk = (node: unknown): void => {
    if (typeof node === 'string') visit(node, keys, false);
    if (typeof node !== 'object' || node === null) return;
    const isList = Array.isArray(node);
    for (const [key, value] of isList ? node.entries() : Object.entries(node)) {
      keys.push(key);
      if (!isList) visit(String(key), keys, true);
      walk(value);
      keys.pop();
    }
  };
  walk(data);
}

/** The place of a value as `Object.field` by the nearest named schema. */
function fieldAt(keys: Keys, data: unknown, schema: Json | null, document: OpenApiDocument): string {
  const { node, name } = resolve(schema, data, document);
  let [at, here, field] = [data, node, name ?? ''];
  for (const key of keys) {
    const properties = here?.['properties'] as Record<string, Json> | undefined;
    const inner = typeof key === 'number' ? (here?.['items'] as Json | undefined) : properties?.[key];
    at = (at as Record<string | number, unknown>)[key];
    const found = resolve(inner ?? null, at, document);
    const inside = typeof key === 'number' ? field : field ? `${field}.${key}` : key;
    [here, field] = [found.node, found.name ?? inside];
  }
  return field;
}

/** Follows references and selects, from alternatives, the one that has all existing fields. */
function resolve(
  schema: Json | null,
  data: unknown,
  document: OpenApiDocument,
): { node: Json | null; name: string | null } {
  if (!schema) return { node: null, name: null };
  const reference = schema['$ref'] as string | undefined;
  if (reference) {
    const name = reference.split('/').at(-1)!;
    return { node: resolve((document.components['schemas']![name] as Json) ?? null, data, document).node, name };
  }
  const { propertyName, mapping } = (schema['discriminator'] ?? {}) as { propertyName?: string; mapping?: Json };
  const $ref = mapping?.[String((data as Json | null)?.[propertyName!])];
  if ($ref) return resolve({ $ref }, data, document);
  const parts = (schema['allOf'] as Json[] | undefined)?.map((part) => resolve(part, data, document).node);
  if (parts) {
    const properties = Object.assign({}, ...[...parts, schema].map((part) => part?.['properties']));
    return { node: { ...schema, properties }, name: null };
  }
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (!options) return { node: schema, name: null };
  const forms = options.filter(({ type }) => type !== 'null').map((option) => resolve(option, data, document));
  const keys = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const fits = ({ node }: { node: Json | null }) => keys.every((key) => key in ((node?.['properties'] as Json) ?? {}));
  return forms.find(fits) ?? forms[0] ?? { node: null, name: null };
}

function* formTexts(payload: unknown): Generator<[string, string]> {
  const text = Buffer.isBuffer(payload) ? payload.toString('utf8') : typeof payload === 'string' ? payload : '';
  for (const [, name, value] of text.matchAll(/name="([^"]+)"\r\n(?:content-type: text[^\r]*\r\n)?\r\n([^\r]*)\r\n/gi))
    yield [name!, value!];
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
