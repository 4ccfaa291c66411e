import type { FastifySchemaCompiler } from 'fastify';
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

/**
 * fast-json-stringify validates every `anyOf` with ajv at each answer; `nullable` it compiles. Both say the same for
 * what our schemas hold: a thing or null.
 */
function compileNullables(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(compileNullables);
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, compileNullables(value)])) as JsonSchema;
  const options = schema['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return schema;
  const rest = options.filter((option: JsonSchema) => option['type'] !== 'null');
  if (rest.length !== 1) return schema;
  const { anyOf: _both, ...others } = schema;
  return { ...others, ...(rest[0] as JsonSchema), nullable: true };
}

/** Answers are written by code compiled from the response schema: what it does not declare is not sent. */
export const serializerCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', reused: 'inline', unrepresentable: 'any' });
  return fastJsonStringify(compileNullables(jsonSchema) as never) as never;
};
