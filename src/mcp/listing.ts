import type { Definition, Tool } from './catalogue.ts';
import { type Shown, textForModel } from './terms.ts';
import type { JsonSchema } from './tool-schemas.ts';

/** A tool as `tools/list` shows it. */
export type ListedTool = Definition & { description: string };

/** A tool as this connection lists it; its texts name only listed tools. */
export function listed({ definition, texts }: Tool, shown: Shown): ListedTool {
  return {
    ...definition,
    description: textForModel(texts.description, shown) || definition.title,
    inputSchema: described(definition.inputSchema, texts.arguments, shown),
  };
}

export function listing(shown: Shown): ListedTool[] {
  return shown.tools.map((tool) => listed(tool, shown));
}

/** A schema with the descriptions of its arguments that depend on the connection. */
function described(schema: Definition['inputSchema'], texts: Tool['texts']['arguments'], shown: Shown) {
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(([name, field]) => {
    const words = textForModel(texts[name] ?? '', shown);
    return [name, words === '' ? field : { ...field, description: words }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
