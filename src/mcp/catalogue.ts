import { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import { LIMITS } from '../core/limits.ts';
import { mayCall } from '../http/may-call.ts';
import { PARAMETER_TEXTS } from '../http/openapi-texts.ts';
import { needsProfile, type RouteEntry } from '../http/route-contract.ts';
import { inputSchema, type JsonSchema, outputSchema } from './tool-schemas.ts';
import { TOOL_TEXTS } from './tool-texts.ts';
import { ALWAYS_LISTED, type Chosen, DEFAULT_OPERATIONS, type Toolset, toolsetOf } from './toolsets.ts';

/** Where an argument of a tool goes in the request of its operation. */
export type Place = 'path' | 'query' | 'body' | 'header';

/** A tool as `tools/list` shows it. */
export type Definition = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema?: JsonSchema & { type: 'object' };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
};

export type Tool = {
  definition: Definition;
  route: RouteEntry;
  toolset: Toolset;
  /** Where each argument goes; other names are refused. */
  places: ReadonlyMap<string, Place>;
};

export type Catalogue = {
  byName: ReadonlyMap<string, Tool>;
  /** Whether this address is that of another operation: a username `lookup` is the end of one. */
  isFixed(call: Pick<RouteEntry, 'method' | 'url'>): boolean;
  /** The tools of these toolsets (null: the default set), always in one order. */
  chosen(toolsets: Chosen | null): Tool[];
  /** Those of them that the principal's scopes open. */
  offered(toolsets: Chosen | null, principal: Principal): Tool[];
};

type Schemas = { summary: string; description: string; params?: z.ZodType; querystring?: z.ZodType; response: object };

/** Calls that set a state and take nothing away that the same call could not bring back. */
const HARMLESS = new Set(['posts.set_reaction', 'conversations.mark_read']);
/** A POST that does nothing when repeated. */
const REPEATABLE = new Set(['follows.create', 'safety.block', 'conversations.open_direct']);
/** A POST that takes something away. */
const TAKES_AWAY = new Set(['contacts.withdraw', 'posts.return']);
/** Arguments that another tool serves better: comments have a tool of their own, with a scope of its own. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { 'posts.create': ['reply_to_post_id'] };
/** The read of one object, such as `/v1/posts/:post_id`. */
const SINGLE_READ = /\/:\w+$/;
/** How the API reference speaks of bodies that a tool does not have. */
const FORMS = /Send multipart\/form-data[^.]*(?:\.|$)\s*/;

/** Makes a tool of every operation that one can be: of its own schemas, contract and texts. */
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
  return {
    byName: new Map(tools.map((tool) => [tool.definition.name, tool])),
    isFixed: (call) => fixed.has(callOf(call)),
    chosen,
    offered: (toolsets, principal) => chosen(toolsets).filter(({ route }) => mayCall(route, principal)),
  };
}

function toolOf(route: RouteEntry): Tool | null {
  const { contract, method } = route;
  const toolset = toolsetOf(contract.operation);
  const data = dataOf(route);
  // Nobody signs up or in through a tool, and neither secrets nor what opens like one belong before a model.
  if (!data || contract.auth.kind === 'ignored' || contract.secretAnswer || contract.notForModels) return null;
  const { places, schema } = argumentsOf(route);
  const { summary, description } = route.schema as unknown as Schemas;
  return {
    route,
    toolset,
    places,
    definition: {
      name: toolName(contract.operation),
      title: summary,
      description: TOOL_TEXTS[contract.operation] ?? `${summary}. ${description.replace(FORMS, '')}`.trim(),
      inputSchema: schema,
      // A write answers the object that it changed, which the tool that reads it describes.
      ...(method === 'GET' && { outputSchema: outputSchema(data) as Definition['inputSchema'] }),
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint:
          TAKES_AWAY.has(contract.operation) ||
          (method !== 'GET' && method !== 'POST' && !HARMLESS.has(contract.operation)),
        idempotentHint: method !== 'POST' || REPEATABLE.has(contract.operation),
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

/** The payload of an operation's success; null where the answer is no envelope (a file, a stream). */
function dataOf(route: RouteEntry): z.ZodType | null {
  const { response } = route.schema as unknown as Schemas;
  const success = Object.entries(response).find(([status]) => status.startsWith('2'))?.[1];
  const shape = success instanceof z.ZodObject ? (success.shape as Record<string, z.ZodType>) : {};
  return shape['data'] ?? null;
}

/** Path, query and body as one object, and what is a header elsewhere beside them. */
function argumentsOf(route: RouteEntry): { places: Map<string, Place>; schema: Definition['inputSchema'] } {
  const { params, querystring } = route.schema as unknown as Schemas;
  const places = new Map<string, Place>();
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const add = (place: Place, fields: Record<string, JsonSchema>, needed: readonly string[]) => {
    for (const [name, field] of Object.entries(fields)) {
      if (LEFT_OUT[route.contract.operation]?.includes(name)) continue;
      if (places.has(name)) throw new Error(`${route.contract.operation} has two arguments ${name}`);
      places.set(name, place);
      const text = PARAMETER_TEXTS[`${place}.${name}`];
      properties[name] = text && field['description'] === undefined ? { ...field, description: text } : field;
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
  const view = defaultViewOf(route);
  if (properties['view']) properties['view'] = { ...properties['view'], default: view, description: VIEW[view] };
  add('header', headersOf(route), []);
  return {
    places,
    schema: { type: 'object', properties, ...(required.length && { required }), additionalProperties: false },
  };
}

/** Lists are compact. A single object comes whole: a cut text or a missing revision would mislead who decides on it. */
export function defaultViewOf({ url }: RouteEntry): 'compact' | 'default' {
  return SINGLE_READ.test(url) ? 'default' : 'compact';
}

const VIEW = {
  compact: 'How much of posts and profiles; compact cuts texts.',
  default: 'default is everything; compact leaves fields out.',
};
const ACTING = 'The profile that acts; me_get lists those you have.';
const READING = 'The profile that reads.';
const KEY = 'A word new for each intended change; a repeat with it does nothing twice.';
const DRY = 'true: check everything, do nothing.';

function headersOf({ contract, method }: RouteEntry): Record<string, JsonSchema> {
  const fields: Record<string, JsonSchema> = {};
  if (contract.profile !== 'none') {
    const acts = needsProfile(contract) || method !== 'GET';
    fields['as_profile_id'] = { type: 'string', description: acts ? ACTING : READING };
  }
  if (method === 'GET') return fields;
  const { max_ascii } = LIMITS.idempotency_key;
  fields['idempotency_key'] = { type: 'string', maxLength: max_ascii, description: KEY };
  fields['dry_run'] = { type: 'boolean', description: DRY };
  return fields;
}
