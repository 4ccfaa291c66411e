import { membersOf, nameOfRef, type Schema, type Schemas, withoutTwins } from '../document.ts';

/** What `view` asks for. A compact view leaves out fields at every depth, so each of its types is partial. */
export type View = 'default' | 'compact';

const WORDS: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** An enumeration that is longer gets a name. */
const LONGEST_LITERAL = 60;

/** Converts schemas to Python types, and collects the definitions that they need. */
export class PythonTypes {
  readonly #schemas: Schemas;
  readonly #definitions = new Map<string, string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  resolve(schema: Schema): Schema {
    return this.#schemas.resolve(schema);
  }

  /** The type as an annotation. `name` is the name for what the schema defines itself. */
  typeOf(schema: Schema, name: string, view: View = 'default'): string {
    if (schema.$ref) return this.#reference(nameOfRef(schema.$ref), view);
    const options = membersOf(schema);
    if (options) {
      const members = ofView(options).map((one) => this.typeOf(one, name, view));
      return [...new Set(members)].join(' | ');
    }
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return this.#enumeration(schema.enum, name);
    if (Array.isArray(schema.type))
      return schema.type.map((type) => this.typeOf({ ...schema, type }, name, view)).join(' | ');
    if (schema.type === 'array') return `list[${this.typeOf(schema.items ?? {}, `${name}Item`, view)}]`;
    if (schema.type === 'object') return this.#object(schema, name, view);
    return schema.type === undefined ? 'Any' : WORDS[schema.type]!;
  }

  /** All definitions so far, as Python. */
  text(): string {
    return [...this.#definitions.values()].join('');
  }

  names(): string[] {
    return [...this.#definitions.keys()];
  }

  #reference(component: string, view: View): string {
    const schema = this.#schemas.all[component]!;
    const name = partialName(component, schema.enum ? 'default' : view);
    if (schema.enum) return this.#named(name, () => alias(name, schema.enum!));
    const options = membersOf(schema);
    if (options) return this.#named(name, () => this.#union(ofView(options), name, view), schema);
    // Before its own name, because Python reads them first.
    const bases = (schema.allOf ?? []).map((part) => this.typeOf(part, name, view));
    return this.#named(name, () => this.#typedDict(schema, name, view, bases), schema);
  }

  #enumeration(values: unknown[], name: string): string {
    const text = literal(values);
    return text.length <= LONGEST_LITERAL ? text : this.#named(name, () => alias(name, values));
  }

  #object(schema: Schema, name: string, view: View): string {
    if (schema.properties) return this.#named(name, () => this.#typedDict(schema, name, view), schema);
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return `dict[str, ${this.typeOf(values, name, view)}]`;
  }

  readonly #sources = new Map<string, unknown>();

  /** Defines `name` once; a cycle finds it already there. */
  #named(name: string, define: () => string, source?: unknown): string {
    if (!this.#definitions.has(name)) {
      this.#sources.set(name, source);
      this.#definitions.set(name, '');
      this.#definitions.set(name, define());
    } else if (source !== undefined && this.#sources.get(name) !== source) {
      throw new Error(`two schemas would have the name ${name}`);
    }
    return name;
  }

  /** Names of types in quotation marks: those may be defined below. */
  #union(options: Schema[], name: string, view: View): string {
    const members = options.map((one) => `    "${this.typeOf(one, name, view)}",\n`);
    return `\n\n${name} = Union[\n${members.join('')}]\n`;
  }

  #typedDict({ properties = {}, required = [] }: Schema, name: string, view: View, bases: string[] = []): string {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = this.typeOf(schema, name + pascal(key), view);
      // What tells the members of a union apart is there in every view.
      const isPresent = required.includes(key) && (view === 'default' || schema.const !== undefined);
      return { key, type: isPresent ? type : `NotRequired[${type}]` };
    });
    if (fields.every(({ key }) => isIdentifier(key))) {
      const lines = fields.map(({ key, type }) => `    ${key}: ${type}\n`).join('');
      return `\n\nclass ${name}(${bases.join(', ') || 'TypedDict'}):\n${lines || '    pass\n'}`;
    }
    const lines = fields.map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`).join('');
    return `\n\n${name} = TypedDict(\n    "${name}",\n    {\n${lines}    },\n)\n`;
  }
}

const ofView = (members: Schema[]): Schema[] => withoutTwins(members, 'Compact', 'plain');

export const partialName = (name: string, view: View): string => (view === 'compact' ? `Partial${name}` : name);

function alias(name: string, values: unknown[]): string {
  const text = `${name} = ${literal(values)}`;
  if (text.length <= 120) return `\n\n${text}\n`;
  return `\n\n${name} = Literal[\n${values.map((one) => `    ${python(one)},\n`).join('')}]\n`;
}

function literal(values: unknown[]): string {
  return `Literal[${values.map(python).join(', ')}]`;
}

function python(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

export function pascal(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

const KEYWORDS = new Set([
  'from',
  'return',
  'import',
  'class',
  'global',
  'is',
  'in',
  'pass',
  'with',
  'as',
  'not',
  'or',
]);

function isIdentifier(key: string): boolean {
  return /^[a-z_]\w*$/i.test(key) && !KEYWORDS.has(key);
}

/** A name that Python accepts: `from_` for `from`. */
export function safeName(name: string): string {
  if (!/^[a-z_]\w*$/i.test(name)) throw new Error(`${name} can't be a name in Python`);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

export function areArguments({ properties = {} }: Schema): boolean {
  return Object.keys(properties).every((key) => /^[a-z_]\w*$/i.test(key));
}
