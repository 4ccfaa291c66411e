import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { type Operation, operationsOf, type Schema, Schemas, withoutSplit, withoutTwins } from '../document.ts';
import { areArguments, PythonTypes, partialName, pascal, safeName, type View } from './types.ts';

const HEAD = '# Generated from the OpenAPI document by `npm run client:generate`. Do not edit.\n';
const MAX_WIDTH = 120;
const WHOLE_LIST = ' Iterating yields all items: `limit` is the page size.';

/** Classes of `_resource.py` that add what can't be generated. */
const BASES: Record<string, string> = { events: 'EventsResource', feed: 'FeedResource' };
/** Written by hand in these classes. */
const BY_HAND = new Set(['events.stream']);
/** What the modules written by hand use. */
const USED_BY_HAND = ['Agent', 'ErrorAgent', 'Event', 'EventType', 'TestEvent', 'FeedNews'];

/** One argument of a method, and where it goes. */
type Argument = {
  key: string;
  name: string;
  type: string;
  place: 'path' | 'query' | 'body';
  required: boolean;
  nullable: boolean;
};

/** `_operations.py` and `types.py`, by name. */
export function pythonModules(document: OpenApiDocument): Map<string, string> {
  const schemas = new Schemas(document);
  const types = new PythonTypes(schemas);
  const resources = new Map<string, string[]>();
  for (const operation of operationsOf(document).map(withoutSplit)) {
    if (BY_HAND.has(operation.operationId)) continue;
    const text = methodOf(operation, types, schemas.itemsOf(operation, { logs: true }));
    resources.set(operation.resource, [...(resources.get(operation.resource) ?? []), text]);
  }
  for (const name of USED_BY_HAND) types.typeOf({ $ref: `#/components/schemas/${name}` }, name);
  const { version } = document.info as { version: string };
  return new Map([
    ['_operations.py', operationsModule(resources, version)],
    ['types.py', typesModule(types)],
  ]);
}

function typesModule(types: PythonTypes): string {
  return `${HEAD}"""What requests take and responses contain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
${types.text()}`;
}

function operationsModule(resources: Map<string, string[]>, version: string): string {
  const classes = [...resources].map(
    ([name, methods]) => `\n\nclass ${pascal(name)}(${BASES[name] ?? 'Resource'}):\n${methods.join('\n')}`,
  );
  const fields = [...resources.keys()].map((name) => `        self.${name} = ${pascal(name)}(caller)\n`).join('');
  const text = `${classes.join('')}

class Operations:
    """The operations of the API, by resource."""

    def __init__(self, caller: Caller) -> None:
${fields}`;
  // What a call returns is as the document says, which no type checker can see.
  return `${HEAD}# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, Sequence, overload

from . import types as t
from ._data import OMIT, LogPage, Omit, Page
from ._multipart import Picture
from ._resource import Caller, EventsResource, FeedResource, Resource, path_of

VERSION = "${version}"
${text}`;
}

function methodOf(operation: Operation, types: PythonTypes, items: Schema | undefined): string {
  const { method, operationId, summary, body, data, isForm, isKeyless } = operation;
  if (!data) throw new Error(`${operationId} returns no data`);
  const prefix = pascal(operation.resource) + pascal(operation.name);
  const args = argumentsOf(operation, body && types.resolve(body), types, prefix);
  const names = args.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`${operationId} has two arguments of one name`);

  const page = items && isLog(types.resolve(data)) ? 'LogPage' : 'Page';
  const returned = resultOf(data, items && { page, items }, prefix, types);
  const where = operation.path.replaceAll(/\{(\w+)\}/g, (_all, key) => `{path_of(${safeName(key)})}`);
  const path = where === operation.path ? `"${where}"` : `f"${where}"`;
  const sent = dictsOf(args, isForm ? 'form' : 'json', body !== undefined && !areArguments(types.resolve(body)));
  const call = items
    ? [`self.${page === 'LogPage' ? '_log' : '_page'}(`, [path, ...sent]]
    : ['self._send(', [`"${method}"`, path, ...sent, ...(isKeyless ? ['repeatable=False'] : [])]];
  const choice = choiceOf(args, items, returned, types);
  const lines = [
    signature(operation.name, args, choice ? 'Any' : returned('default')),
    `        """${summary}.${items ? WHOLE_LIST : ''}"""\n`,
    bracket('        return ', call[0] as string, call[1] as string[], ')'),
  ];
  return (choice ? overloads(operation.name, args, choice) : '') + lines.join('');
}

/** A log can be read on from its last page, so its cursor is never null. */
const isLog = ({ properties }: Schema) => properties?.['next_cursor']?.type === 'string';

/** An argument that decides what is returned: the type of its values, whether it must be given, and the result, twice. */
type Choice = { key: string; options: readonly { type: string; required: boolean; returned: string }[] };

function choiceOf(
  args: readonly Argument[],
  items: Schema | undefined,
  returned: (view: View) => string,
  types: PythonTypes,
): Choice | undefined {
  const has = (name: string) => args.find(({ key }) => key === name);
  if (has('view')) {
    const options = [
      { type: 'Literal["default", "full"]', required: false, returned: returned('default') },
      { type: 'Literal["compact"]', required: true, returned: returned('compact') },
    ];
    return { key: 'view', options };
  }
  const expand = has('expand');
  if (!expand || !items?.anyOf) return undefined;
  const [plain, expanded] = (['plain', 'prefixed'] as const).map((wants) => {
    const [one] = withoutTwins(items.anyOf!, 'Expanded', wants);
    return `LogPage[${qualified(types.typeOf(one!, 'Item'))}]`;
  }) as [string, string];
  const options = [
    { type: 'None', required: false, returned: plain },
    { type: expand.type, required: true, returned: expanded },
  ];
  return { key: 'expand', options };
}

/** The type of the result by view. `list`: of a page. */
function resultOf(
  data: Schema,
  list: { page: string; items: Schema } | undefined,
  prefix: string,
  types: PythonTypes,
): (view: View) => string {
  const named = (view: View, word: string) => partialName(prefix + word, view);
  if (list) return (view) => `${list.page}[${qualified(types.typeOf(list.items, named(view, 'Item'), view))}]`;
  return (view) => qualified(types.typeOf(data, named(view, 'Result'), view));
}

function argumentsOf(
  { parameters }: Operation,
  body: Schema | undefined,
  types: PythonTypes,
  prefix: string,
): Argument[] {
  const args: Argument[] = parameters
    .filter((one) => one.in !== 'header')
    .map((one) => ({
      key: one.name,
      name: safeName(one.name),
      type: argumentType(one.schema, prefix + pascal(one.name), types),
      place: one.in as 'path' | 'query',
      required: one.required === true,
      nullable: false,
    }));
  if (body && !areArguments(body)) {
    const type = qualified(types.typeOf(body, `${prefix}Input`));
    return [...args, { key: 'body', name: 'body', type, place: 'body', required: true, nullable: false }];
  }
  for (const [key, schema] of Object.entries(body?.properties ?? {})) {
    const type = argumentType(schema, prefix + pascal(key), types);
    const required = body?.required?.includes(key) === true;
    args.push({ key, name: safeName(key), type, place: 'body', required, nullable: / \| None$/.test(type) });
  }
  return args;
}

/** What Python has for a text of this format, next to the text. */
const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'datetime', date: 'date' };

/** A list may be any sequence, and a picture a file. */
function argumentType(schema: Schema, name: string, types: PythonTypes): string {
  if (schema.format === 'binary') return 'Picture';
  if (schema.type === 'array') return `Sequence[${argumentType(schema.items!, `${name}Item`, types)}]`;
  const type = qualified(types.typeOf(schema, name)).replaceAll(/\blist\[/g, 'Sequence[');
  const other = FORMATS[schema.format ?? ''];
  return other ? type.replace(/\bstr\b/, `str | ${other}`) : type;
}

/** A resource and a type may have the same name, and `list` is a method of most resources. */
function qualified(type: string): string {
  return type.replaceAll(/(?<!["\w.])(?!Any\b|None\b|Literal\b)[A-Z]\w*/g, 't.$&');
}

/** Path parameters come first; all others are keywords, the required ones first. */
function parametersOf(args: Argument[]): string[] {
  const positional = args.filter(({ place }) => place === 'path');
  const keywords = args.filter(({ place }) => place !== 'path').sort((a, b) => Number(b.required) - Number(a.required));
  return [
    'self',
    ...positional.map(({ name, type }) => `${name}: ${type}`),
    ...(keywords.length === 0 ? [] : ['*']),
    ...keywords.map(({ name, type, required, nullable }) => {
      if (required) return `${name}: ${type}`;
      if (type === 'None') return `${name}: None = None`;
      return nullable ? `${name}: ${type} | Omit = OMIT` : `${name}: ${type} | None = None`;
    }),
  ];
}

function signature(name: string, args: Argument[], returned: string, body = ''): string {
  return bracket('    ', `def ${safeName(name)}(`, parametersOf(args), `) -> ${returned}:${body}`);
}

function overloads(name: string, args: Argument[], { key, options }: Choice): string {
  const each = options.map(({ returned, type, required }) => {
    const chosen = args.map((one) => (one.key === key ? { ...one, type, required } : one));
    return `    @overload\n${signature(name, chosen, returned, ' ...')}\n`;
  });
  return each.join('');
}

/** Where the arguments go, as keywords of the call. */
function dictsOf(args: Argument[], body: 'json' | 'form', asOne: boolean): string[] {
  const dict = (place: string) => args.filter((one) => one.place === place).map(({ key, name }) => `"${key}": ${name}`);
  const [query, fields] = [dict('query'), dict('body')];
  const nullable = args.filter((one) => one.nullable && !one.required).map(({ key }) => `"${key}"`);
  return [
    ...(query.length === 0 ? [] : [`query={${query.join(', ')}}`]),
    ...(fields.length === 0 ? [] : [asOne ? `${body}=body` : `${body}={${fields.join(', ')}}`]),
    ...(nullable.length === 0 ? [] : [`nullable=(${nullable.join(', ')}${nullable.length === 1 ? ',' : ''})`]),
  ];
}

/** In one line, or in one for each part. */
function bracket(indent: string, open: string, parts: string[], close: string): string {
  const line = `${indent}${open}${parts.join(', ')}${close}\n`;
  if (line.length <= MAX_WIDTH + 1) return line;
  const inner = ' '.repeat(/^ */.exec(indent)![0].length + 4);
  return `${indent}${open}\n${parts.map((part) => exploded(inner, part)).join('')}${inner.slice(4)}${close}\n`;
}

function exploded(indent: string, part: string): string {
  const line = `${indent}${part},\n`;
  const [, open, inside] = /^(\w+=\{)(.*)\}$/.exec(part) ?? [];
  if (line.length <= MAX_WIDTH + 1 || !open) return line;
  return `${indent}${open}\n${inside!
    .split(', ')
    .map((one) => `${indent}    ${one},\n`)
    .join('')}${indent}},\n`;
}
