import type { Definition } from './catalogue.ts';
import { inToolTerms, type Shown } from './phrasing.ts';
import type { JsonSchema } from './tool-schemas.ts';

/** The tools as this connection lists them; their texts name only listed tools. */
export function listing(shown: Shown): Definition[] {
  const rewrite = (text: string) => inToolTerms(text, shown);
  return shown.tools.map(({ definition }) => ({
    ...definition,
    description: rewrite(definition.description) || definition.title,
    inputSchema: rewriteTexts(definition.inputSchema, rewrite) as Definition['inputSchema'],
  }));
}

/** Rewrites each `description` of a schema and removes those that become empty. */
function rewriteTexts(node: unknown, rewrite: (text: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => rewriteTexts(item, rewrite));
  if (typeof node !== 'object' || node === null) return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'description' || typeof value !== 'string') result[key] = rewriteTexts(value, rewrite);
    else if (rewrite(value) !== '') result[key] = rewrite(value);
  }
  return result;
}
