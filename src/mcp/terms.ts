import { OPERATION_PATHS } from '../core/operation-paths.ts';
import { type OperationName, op, type Reference, type Terms, type Text, write } from '../core/operation-text.ts';
import { type Catalogue, type Tool, toolName } from './catalogue.ts';

/** The tools of a connection: those that it lists, and those that it can call. */
export type Shown = {
  readonly catalogue: Catalogue;
  readonly tools: readonly Tool[];
  readonly mayCall: (tool: Tool) => boolean;
};

/** The tool of an operation; null if this connection can't call it. */
export function toolFor(operation: OperationName, { catalogue, mayCall }: Shown): Tool | null {
  const tool = catalogue.byName.get(toolName(operation));
  return tool && mayCall(tool) ? tool : null;
}

/** A text for a model with these tools, in terms of tools and arguments; empty if nothing is left. */
export function textForModel(text: Text, shown: Shown): string {
  return write(text, termsOf(shown, 'tools'));
}

/** The same for a text about the connection: headers stay, because the person who configures it sets them. */
export function textForConnection(text: Text, shown: Shown): string {
  return write(text, termsOf(shown, 'api'));
}

function termsOf(shown: Shown, words: 'api' | 'tools'): Terms {
  return (reference: Reference) => {
    if ('operation' in reference) return toolFor(reference.operation, shown)?.definition.name ?? null;
    return 'field' in reference ? reference.field : reference[words];
  };
}

const NAME = /\{\{([\w.]+)\}\}/;

/** Lines for a model, without those that name tools that this connection can't call. */
export function linesForModel(lines: readonly Text[], shown: Shown): string {
  return lines
    .map((line) => (typeof line === 'string' ? line : textForModel(line, shown) || null))
    .filter((line) => line !== null)
    .join('\n');
}

/** The lines of a Markdown text in which `{{posts.get}}` names an operation. Fails on a name that does not exist. */
export function linesOf(markdown: string): Text[] {
  return markdown.split('\n').map((line) => {
    const parts = line.split(NAME);
    if (parts.length === 1) return line;
    return { parts: parts.map((part, index) => (index % 2 === 0 ? part : op(existing(part)))) };
  });
}

function existing(name: string): OperationName {
  if (!Object.hasOwn(OPERATION_PATHS, name)) throw new Error(`There is no operation ${name}`);
  return name as OperationName;
}
