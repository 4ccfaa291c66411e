import type { OpenApiDocument } from '../../src/http/openapi.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Operation = {
  operationId: string;
  parameters: { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/**
 * A program that reads every field of what every read returns by default, without narrowing. It is made from the document that
 * servers publish, not by what generates the client. `unions`: places where several types are possible.
 */
export function programOfReads({ paths, components }: OpenApiDocument): { program: string; unions: string[] } {
  const schemas = components['schemas'] as Record<string, Schema>;
  const shared = components['parameters'] as Record<string, Operation['parameters'][number]>;
  const lines: string[] = [];
  const unions = new Set<string>();

  const read = (schema: Schema, place: string, seen: readonly string[]): void => {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!;
      if (!seen.includes(name)) read(schemas[name]!, place, [...seen, name]);
      return;
    }
    const members = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
    if (members && members.length > 1) return void unions.add(place);
    for (const member of [...(members ?? []), ...(schema.allOf ?? [])]) read(member, `${place}!`, seen);
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      const field = `${place}!${/^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}`;
      lines.push(`  use(${field});`);
      read(property, field, seen);
    }
    if (schema.items) read(schema.items, `${place}![0]`, seen);
  };

  for (const { operationId, parameters, responses } of Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, one]) => (method === 'get' ? [one as Operation] : [])),
  )) {
    const data = responses['200']?.content?.['application/json']?.schema.allOf?.[1]?.properties?.['data'];
    if (!data) continue;
    const all = parameters.map((one) => (one.$ref ? shared[one.$ref.split('/').at(-1)!]! : one));
    const ids = all.filter((one) => one.in === 'path').map(() => `'an-id'`);
    const fields = all
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, schema }) => {
        return `${name}: ${schema.type === 'array' ? '[]' : `'text'`}`;
      });
    const method = operationId.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const args = [...ids, ...(fields.length === 0 ? [] : [`{ ${fields.join(', ')} }`])];
    const name = `of_${operationId.replaceAll('.', '_')}`;
    lines.push(`  const ${name} = await pronet.${method}(${args.join(', ')});`);
    read(data, name, []);
  }
  const head = `import type { Pronet } from '@pronet/client';\n\ndeclare function use(value: unknown): void;\n`;
  const program = `${head}\nexport async function readAll(pronet: Pronet): Promise<void> {\n${lines.join('\n')}\n}\n`;
  return { program, unions: [...unions] };
}
