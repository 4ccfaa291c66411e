import type { OPERATION_PATHS } from './operation-paths.ts';
import { addressOf, apiText, type OperationName, type Text } from './operation-text.ts';

type Value = string | number | boolean;

export type NextAction = {
  readonly operation: OperationName;
  /** Parameters of the path and the query. */
  readonly params: Readonly<Record<string, Value>>;
  /** The body fields that are already known; the caller adds the rest. */
  readonly body?: Readonly<Record<string, Value>>;
  /** Optional body fields that the caller must add all the same. */
  readonly asks?: readonly string[];
  readonly why: Text;
};

/** A next action as `/v1` shows it. */
export type ApiAction = { method: string; path: string; body?: Readonly<Record<string, Value>>; why: string };

type Names<List extends string> = List extends `${infer First},${infer Rest}` ? First | Names<Rest> : List;
type PathNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `?${string}` ? never : Name) | PathNames<Rest>
  : never;
type QueryNames<Template extends string> = Template extends `${string}{?${infer List}}` ? Names<List> : never;

type Params<Path extends string, Query extends string> = [Path | Query] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Key in Path]: Value } & { readonly [Key in Query]?: Value };

/** The parameters of an operation: those of its path are required. */
export type ParamsOf<Name extends OperationName> = Params<
  PathNames<(typeof OPERATION_PATHS)[Name]>,
  QueryNames<(typeof OPERATION_PATHS)[Name]>
>;

/** A next action; it only compiles for an existing operation with its parameters. */
export function action<Name extends OperationName>(
  operation: Name,
  params: NoInfer<ParamsOf<Name>>,
  why: Text,
  body?: NextAction['body'],
): NextAction {
  return { operation, params, why, ...(body && { body }) };
}

/** The action, which makes no sense without these optional fields of the body. */
export const asking = (next: NextAction, ...asks: string[]): NextAction => ({ ...next, asks });

/** The action with its method, and its path with the parameters filled in. */
export function apiAction({ operation, params, body, why }: NextAction): ApiAction {
  const [method, template] = addressOf(operation);
  const query: [string, string][] = [];
  let path = template;
  for (const [name, value] of Object.entries(params)) {
    const place = `{${name}}`;
    if (template.includes(place)) path = path.replace(place, () => encodeURIComponent(value));
    else query.push([name, String(value)]);
  }
  if (query.length > 0) path += `?${new URLSearchParams(query)}`;
  return { method, path, ...(body && { body }), why: apiText(why) };
}
