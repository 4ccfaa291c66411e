import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import { VIEWS } from '../core/enums.ts';
import type { Text } from '../core/operation-text.ts';
import type { Toolset } from '../core/toolsets.ts';
import { mayCall } from '../http/may-call.ts';
import { PARAMETER_TEXTS } from '../http/openapi-texts.ts';
import { needsProfile, type RouteEntry } from '../http/route-contract.ts';
import { inputSchema, type JsonSchema, outputSchema } from './tool-schemas.ts';
import { ALWAYS_LISTED, type Chosen, DEFAULT_OPERATIONS } from './toolsets.ts';

/** Where an argument of a tool goes in the request of its operation. */
export type Place = 'path' | 'query' | 'body' | 'header';

export type Definition = {
  name: string;
  title: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema?: JsonSchema & { type: 'object' };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
};

export type Tool = {
  definition: Definition;
  route: RouteEntry;
  toolset: Toolset;
  /** Where each argument goes; other names are rejected. */
  places: ReadonlyMap<string, Place>;
  /** Texts that name tools, so that they depend on the connection. */
  texts: { description: Text; arguments: Readonly<Record<string, Text>> };
};

export type Catalogue = {
  byName: ReadonlyMap<string, Tool>;
  /** The tool with this name, also as the API writes it: `posts_create` or `posts.create`. */
  named(name: string): Tool | undefined;
  /** Whether this URL belongs to another operation: the username `lookup` would lead to one. */
  isFixed(call: Pick<RouteEntry, 'method' | 'url'>): boolean;
  /** The tools of these toolsets (null: the default set), always in one order. */
  chosen(toolsets: Chosen | null): Tool[];
  /** The chosen tools that the principal's scopes allow. */
  offered(toolsets: Chosen | null, principal: Principal): Tool[];
};

/** Reads of one object, such as `/v1/posts/:post_id`. */
const SINGLE_READ = /\/:\w+$/;

const toolsByRoute = new WeakMap<RouteEntry, Tool | null>();

/** The tool of an operation, which is built once; null if it is not suitable. */
function toolOf(route: RouteEntry): Tool | null {
  const known = toolsByRoute.get(route);
  if (known !== undefined) return known;
  const tool = buildTool(route);
  toolsByRoute.set(route, tool);
  return tool;
}

/** Builds all tools one by one, between other work: a tool takes milliseconds, all take a tenth of a second. */
export async function buildToolsGradually(routes: readonly RouteEntry[]): Promise<void> {
  for (const route of routes) {
    await setImmediate();
    toolOf(route);
  }
}

/** Builds a tool from every suitable operation, from its own schemas, contract and texts. */
export function makeCatalogue(routes: readonly RouteEntry[]): Catalogue {
  const tools = routes.flatMap((route) => toolOf(route) ?? []);
  const byOperation = new Map(tools.map((tool) => [tool.route.contract.operation, tool]));
  const standard = DEFAULT_OPERATIONS.flatMap((operation) => byOperation.get(operation) ?? []);
  const always = tools.filter(({ route }) => route.contract.operation === ALWAYS_LISTED);
  const chosen = (toolsets: Chosen | null) => {
    if (toolsets === null) return standard;
    const first = toolsets.has('default') ? standard : always;
    return [...new Set([...first, ...tools.filter((tool) => toolsets.has(tool.toolset))])];
  };
  const fixed = new Map(routes.filter(({ url }) => !url.includes(':')).map((route) => [callOf(route), route]));
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return {
    byName,
    named: (name) => byName.get(toolName(name)),
    isFixed: (call) => fixed.has(callOf(call)),
    chosen,
    offered: (toolsets, principal) => chosen(toolsets).filter(({ route }) => mayCall(route, principal)),
  };
}

function buildTool(route: RouteEntry): Tool | null {
  const { contract, method } = route;
  const { tool, toolset } = contract;
  const data = dataOf(route);
  // No signing up or in through a tool, and models must not see secrets or links that work like secrets.
  const isSecret = contract.secretAnswer && !tool?.showsSecret;
  if (!data || !toolset || contract.auth.kind === 'ignored' || isSecret || contract.notForModels) return null;
  const { places, schema, texts } = argumentsOf(route);
  const { summary } = route;
  return {
    route,
    toolset,
    places,
    texts: { description: tool?.description ?? [`${summary}.`, contract.description ?? ''], arguments: texts },
    definition: {
      name: toolName(contract.operation),
      title: summary,
      inputSchema: schema,
      // A write returns the changed object, which the tool that reads it describes.
      ...(method === 'GET' && { outputSchema: outputSchema(tool?.output ?? data) as Definition['inputSchema'] }),
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: tool?.destructive === true || (method !== 'GET' && method !== 'POST' && !tool?.reversible),
        idempotentHint: method !== 'POST' || tool?.idempotent === true,
      },
    },
  };
}

function callOf({ method, url }: Pick<RouteEntry, 'method' | 'url'>): string {
  return `${method} ${url}`;
}

export function toolName(operation: string): string {
  return operation.replaceAll('.', '_');
}

function dataOf(route: RouteEntry): z.ZodType | null {
  const { response } = route.schema;
  const success = Object.entries(response).find(([status]) => status.startsWith('2'))?.[1];
  const shape = success instanceof z.ZodObject ? (success.shape as Record<string, z.ZodType>) : {};
  return shape['data'] ?? null;
}

/** Path, query and body parameters, and the arguments that replace headers, as one object. */
function argumentsOf(route: RouteEntry): {
  places: Map<string, Place>;
  schema: Definition['inputSchema'];
  texts: Record<string, Text>;
} {
  const { params, querystring } = route.schema;
  const places = new Map<string, Place>();
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const texts: Record<string, Text> = {};
  const add = (place: Place, fields: Record<string, JsonSchema>, needed: readonly string[]) => {
    for (const [name, field] of Object.entries(fields)) {
      if (route.contract.tool?.omit?.includes(name)) continue;
      if (places.has(name)) throw new Error(`${route.contract.operation} has two arguments ${name}`);
      places.set(name, place);
      const text = field['description'] === undefined ? PARAMETER_TEXTS[`${place}.${name}`] : undefined;
      const own = route.contract.tool?.arguments?.[name] ?? text;
      if (own !== undefined) texts[name] = own;
      properties[name] = field;
      if (needed.includes(name)) required.push(name);
    }
  };
  for (const [place, part] of [
    ['path', params],
    ['query', querystring],
    ['body', route.body],
  ] as const) {
    if (!part) continue;
    const { properties: fields = {}, required: needed = [] } = inputSchema(part) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    add(place, fields, place === 'path' ? Object.keys(fields) : needed);
  }
  if (hasViews(route)) {
    // The instructions explain it: a description in every tool would fill the context.
    const isDeclared = places.has('view');
    const values = isDeclared ? VIEWS : VIEWS.filter((view) => view !== 'full');
    places.set('view', 'query');
    properties['view'] = { type: 'string', enum: values, ...(isDeclared && { default: defaultViewOf(route) }) };
  }
  add('header', headerArguments(route), []);
  return {
    places,
    texts,
    schema: { type: 'object', properties, ...(required.length && { required }), additionalProperties: false },
  };
}

/** Lists are compact, as are the results of writes. A single object is complete: decisions need the whole text and the revision. */
export function defaultViewOf({ method, url }: RouteEntry): 'compact' | 'default' {
  return method === 'GET' && !SINGLE_READ.test(url) ? 'compact' : 'default';
}

/** Every response but those about the API itself has a compact view. */
const hasViews = ({ contract }: RouteEntry) => !contract.operation.startsWith('meta.');

const ACTING = `The acting profile, one of ${toolName(ALWAYS_LISTED)}.`;
const READING = 'The profile that reads.';
const KEY = 'New for each change.';
const DRY = 'Check, change nothing.';

function headerArguments({ contract, method }: RouteEntry): Record<string, JsonSchema> {
  const fields: Record<string, JsonSchema> = {};
  if (contract.profile !== 'none') {
    const acts = needsProfile(contract) || method !== 'GET';
    fields['as_profile_id'] = { type: 'string', description: acts ? ACTING : READING };
  }
  if (method === 'GET') return fields;
  fields['idempotency_key'] = { type: 'string', description: KEY };
  fields['dry_run'] = { type: 'boolean', description: DRY };
  return fields;
}
