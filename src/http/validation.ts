import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.ts';
import { ApiError, type FieldProblem } from '../core/errors.ts';
import { nearNames } from '../core/near-names.ts';
import { RULE_HINTS } from '../core/rule-hints.ts';
import { codePointLength } from '../core/text.ts';
import { splitList } from '../core/url-input.ts';

type Issue = z.core.$ZodIssue;
/** More problems would not help. The schemas bound what is checked; this only bounds what is reported. */
export const MAX_PROBLEMS = 20;
const PART_NAMES: Record<string, string> = { body: 'body', querystring: 'query', params: 'path', headers: 'header' };

/** Validates one part of a request; a failure is `invalid_request` with the violated rules of the schema. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const root = PART_NAMES[httpPart ?? 'body'] ?? 'body';
  return (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(schema, result.error, data, root) };
  };
};

/** Parses with the same rules and failures as the schema of a route, for example a multipart body. */
export function parseOrFail<S extends z.ZodType>(schema: S, data: unknown, root: string): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(schema, result.error, data, root);
  return result.data;
}

export function problemsOf(schema: z.ZodType, data: unknown, root: string): FieldProblem[] {
  const { error } = schema.safeParse(data);
  return error ? fieldProblems(schema, error, data, root) : [];
}

function validationError(schema: z.ZodType, error: z.ZodError, data: unknown, root: string): ApiError {
  const fields = fieldProblems(schema, error, data, root);
  const code = codeOf(error.issues);
  const hint = fields.map(({ rule }) => RULE_HINTS[rule]).find((one) => one !== undefined);
  return new ApiError(code, { agent: { ...(hint && { hint }), fields } });
}

/** A check may use an error code as its message; the request fails with it if nothing else is wrong. */
function codeOf([first, ...others]: readonly { message: string }[]): ErrorCode {
  const code = first?.message ?? '';
  const isOnly = Object.hasOwn(ERROR_CODES, code) && others.every(({ message }) => message === code);
  return isOnly ? (code as ErrorCode) : 'invalid_request';
}

function fieldProblems(schema: z.ZodType, error: z.ZodError, data: unknown, root: string): FieldProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map((issue) => toProblem(schema, issue as Issue, data, root));
}

function toProblem(schema: z.ZodType, issue: Issue, data: unknown, root: string): FieldProblem {
  const path = wordsOf(root, issue.path);
  const value = valueAt(data, issue.path);
  const isChoice = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  // A repeated parameter arrives as a list, and no parameter accepts a list.
  if (root === 'query' && isChoice && Array.isArray(value)) return { path, rule: 'repeated' };
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownField(path, issue.keys, knownKeys(schema, issue.path), value);
    case 'invalid_type':
      return value === undefined ? { path, rule: 'required' } : { path, rule: 'type', allowed: [issue.expected] };
    case 'invalid_value': {
      const allowed = issue.values.filter((value) => typeof value !== 'symbol') as string[];
      if (value === undefined) return { path, rule: 'required', allowed };
      return { path, rule: 'allowed_values', allowed, ...meant([givenAt(data, issue.path)], allowed) };
    }
    case 'too_big':
      return {
        path,
        rule: `max_${measure(issue.origin)}`,
        limit: Number(issue.maximum),
        ...sizeOf(value, issue.origin),
      };
    case 'too_small':
      return {
        path,
        rule: `min_${measure(issue.origin)}`,
        limit: Number(issue.minimum),
        ...sizeOf(value, issue.origin),
      };
    case 'invalid_format':
      return { path, rule: issue.format === 'guid' ? 'uuid' : `format_${issue.format}` };
    case 'custom':
      return { path, rule: 'invalid', ...(issue.params as Partial<FieldProblem> | undefined) };
    default:
      return { path, rule: issue.code };
  }
}

/** Of so many unknown names the near ones are looked for. */
const COMPARED_NAMES = 5;

/** A problem with names that the object at `path` does not have. Those that it has already are not meant. */
export function unknownField(
  path: string,
  unknown: readonly string[],
  allowed: readonly string[],
  sent: unknown = {},
): FieldProblem {
  const free = allowed.filter((name) => !Object.hasOwn(Object(sent) as object, name));
  const near = meant(unknown, free);
  // The whole list only where no name is near.
  return { path, rule: 'unknown_field', ...(near.did_you_mean ? near : { allowed }) };
}

/** The allowed names that the given ones may mean. What the caller wrote is never part of it. */
function meant(given: readonly unknown[], allowed: readonly unknown[]): { did_you_mean?: string[] } {
  const known = allowed.filter((name) => typeof name === 'string');
  const near = given
    .slice(0, COMPARED_NAMES)
    .flatMap((name) => (typeof name === 'string' ? nearNames(name, known) : []));
  return near.length === 0 ? {} : { did_you_mean: [...new Set(near)] };
}

function measure(origin: string): string {
  if (origin === 'string') return 'length';
  return origin === 'array' || origin === 'set' ? 'items' : 'value';
}

/** The measured size; a number or list in a query arrives as text. */
function sizeOf(given: unknown, origin: string): { actual?: number } {
  const value = typeof given === 'string' ? fromQuery(given, measure(origin)) : given;
  if (typeof value === 'string') return { actual: codePointLength(value) };
  if (Array.isArray(value)) return { actual: value.length };
  return typeof value === 'number' && Number.isFinite(value) ? { actual: value } : {};
}

function fromQuery(text: string, kind: string): unknown {
  if (kind === 'value') return Number(text);
  return kind === 'items' ? splitList(text) : text;
}

function wordsOf(root: string, path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`),
    root,
  );
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
}

/** The value at a path, also within a comma-separated list of the query. */
function givenAt(data: unknown, path: PropertyKey[]): unknown {
  const last = path.at(-1);
  const list = typeof last === 'number' ? valueAt(data, path.slice(0, -1)) : undefined;
  return typeof list === 'string' ? splitList(list)[last as number] : valueAt(data, path);
}

/** The field names of the object schema at a path, one of which the caller may have meant. */
function knownKeys(schema: z.ZodType, path: PropertyKey[]): string[] {
  let node: z.ZodType | undefined = schema;
  for (const key of path) {
    const inner = unwrap(node);
    if (inner instanceof z.ZodArray) node = inner.element as z.ZodType;
    else if (inner instanceof z.ZodObject) node = inner.shape[key as string] as z.ZodType;
    else if (inner instanceof z.ZodRecord) node = inner.valueType as z.ZodType;
    else return [];
  }
  const object = unwrap(node);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let node = schema;
  while (node) {
    if (
      node instanceof z.ZodOptional ||
      node instanceof z.ZodNullable ||
      node instanceof z.ZodDefault ||
      node instanceof z.ZodPrefault
    ) {
      node = node.unwrap() as z.ZodType;
    } else if (node instanceof z.ZodPipe) {
      const inner = node.in as z.ZodType;
      node = inner instanceof z.ZodTransform ? (node.out as z.ZodType) : inner;
    } else return node;
  }
  return node;
}
