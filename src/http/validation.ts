import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { ApiError, type FieldProblem } from '../core/errors.ts';

type Issue = z.core.$ZodIssue;
const PART_NAMES: Record<string, string> = { body: 'body', querystring: 'query', params: 'path', headers: 'header' };

/** Validates one part of a request; a failure is `invalid_request` with the violated rules, in words of the schema. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const root = PART_NAMES[httpPart ?? 'body'] ?? 'body';
  return (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(schema, result.error, data, root) };
  };
};

/** Parses with the same rules and the same failure as a route's schema does (a multipart body, a part of it). */
export function parseOrFail<S extends z.ZodType>(schema: S, data: unknown, root: string): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(schema, result.error, data, root);
  return result.data;
}

function validationError(schema: z.ZodType, error: z.ZodError, data: unknown, root: string): ApiError {
  const fields = error.issues.slice(0, 20).map((issue) => toProblem(schema, issue as Issue, data, root));
  return new ApiError('invalid_request', { agent: { fields } });
}

function toProblem(schema: z.ZodType, issue: Issue, data: unknown, root: string): FieldProblem {
  const path = wordsOf(root, issue.path);
  const value = valueAt(data, issue.path);
  const isChoice = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  // A parameter that is there twice arrives as a list of both, and none of ours takes a list.
  if (root === 'query' && isChoice && Array.isArray(value)) return { path, rule: 'repeated' };
  switch (issue.code) {
    case 'unrecognized_keys':
      return { path, rule: 'unknown_field', allowed: knownKeys(schema, issue.path) };
    case 'invalid_type':
      return value === undefined ? { path, rule: 'required' } : { path, rule: 'type', allowed: [issue.expected] };
    case 'invalid_value':
      return {
        path,
        rule: value === undefined ? 'required' : 'allowed_values',
        allowed: issue.values.filter((value) => typeof value !== 'symbol') as string[],
      };
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
      return { path, rule: `format_${issue.format}` };
    case 'custom':
      return { path, rule: 'invalid', ...(issue.params as Partial<FieldProblem> | undefined) };
    default:
      return { path, rule: issue.code };
  }
}

function measure(origin: string): string {
  if (origin === 'string') return 'length';
  return origin === 'array' || origin === 'set' ? 'items' : 'value';
}

/** What was measured; a number in a path or a query arrives as its text. */
function sizeOf(given: unknown, origin: string): { actual?: number } {
  const value = typeof given === 'string' && measure(origin) === 'value' ? Number(given) : given;
  if (typeof value === 'string') return { actual: [...value].length };
  if (Array.isArray(value)) return { actual: value.length };
  return typeof value === 'number' && Number.isFinite(value) ? { actual: value } : {};
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

/** The names that an object schema knows at a path: what the caller may have meant. */
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
