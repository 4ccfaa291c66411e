import { membersOf, nameOfRef, type Operation, type Schema, type Schemas, withoutTwins } from '../document.ts';

/** What `view` and `expand` can ask for. */
export type View = 'default' | 'full' | 'expanded';

const WORDS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Names of types that a view changes. */
const PREFIXES: Readonly<Record<View, string>> = {
  default: '',
  full: 'Full',
  expanded: 'Expanded',
};

/** One field of what a method takes. */
export type Field = { name: string; type: string; required: boolean; description?: string | undefined };

/** Converts schemas to TypeScript, and collects the definitions that they need. */
export class TypeScriptTypes {
  readonly #schemas: Schemas;
  readonly #definitions = new Map<string, string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  typeOf(schema: Schema, view: View = 'default'): string {
    if (schema.$ref) return this.#reference(nameOfRef(schema.$ref), view);
    const members = membersOf(schema);
    if (members) return [...new Set(ofView(members, view).map((one) => this.typeOf(one, view)))].join(' | ');
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (Array.isArray(schema.type))
      return schema.type.map((type) => this.typeOf({ ...schema, type }, view)).join(' | ');
    if (schema.format === 'binary') return 'Blob';
    if (schema.type === 'array') {
      const item = this.typeOf(schema.items ?? {}, view);
      // Also the `files` of an input.
      if (item === 'Blob') return 'Iterable<Blob>';
      return item.includes(' ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    if (schema.type !== 'object') return schema.type === undefined ? 'unknown' : WORDS[schema.type]!;
    if (schema.properties) return block(this.#fieldsOf(schema, view));
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return `Record<string, ${this.typeOf(values, view)}>`;
  }

  /** Whether the view changes the type. */
  changes(schema: Schema, view: View): boolean {
    return this.#schemas.contains(schema, (part) => {
      if (view === 'full') return isPartial(part);
      const members = membersOf(part);
      return members !== undefined && ofView(members, view).length < members.length;
    });
  }

  /** What an operation returns. A post that is returned alone has its text in every view. */
  returned({ data }: Operation, view: View): string {
    const type = this.typeOf(data!, view);
    const absent = view === 'default' ? this.#absentOf(data!) : [];
    return absent.length === 0 ? type : `${type} & ${inline(absent.map((one) => ({ ...one, required: true })))}`;
  }

  fieldsOf(schema: Schema): Field[] {
    return this.#fieldsOf(this.#schemas.resolve(schema), 'default');
  }

  /** All definitions so far. */
  text(): string {
    return [...this.#definitions.values()].join('\n');
  }

  names(): string[] {
    return [...this.#definitions.keys()];
  }

  #fieldsOf({ properties = {}, required = [] }: Schema, view: View): Field[] {
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      type: this.typeOf(schema, view),
      required: view === 'full' || required.includes(name),
      description: schema.description,
    }));
  }

  /** The fields that only some responses have, of a schema itself and of those that it extends. */
  #absentOf(schema: Schema): Field[] {
    const { allOf = [], ...own } = this.#schemas.resolve(ofView(membersOf(schema) ?? [schema], 'default')[0]!);
    const fields = isPartial(own) ? this.#fieldsOf(own, 'default').filter(({ required }) => !required) : [];
    return [...allOf.flatMap((part) => this.#absentOf(part)), ...fields];
  }

  #reference(component: string, view: View): string {
    const schema = this.#schemas.all[component]!;
    const effective = view !== 'default' && this.changes(schema, view) ? view : 'default';
    const name = PREFIXES[effective] + component;
    if (this.#definitions.has(name)) return name;
    if (effective !== 'default' && this.#schemas.all[name]) throw new Error(`two schemas would have the name ${name}`);
    // A cycle finds it already there.
    this.#definitions.set(name, '');
    this.#definitions.set(name, comment(schema.description) + this.#definition(name, schema, effective));
    return name;
  }

  #definition(name: string, schema: Schema, view: View): string {
    if (schema.type !== 'object' || !schema.properties) return `export type ${name} = ${this.typeOf(schema, view)};\n`;
    const bases = (schema.allOf ?? []).map((part) => this.typeOf(part, view));
    const extended = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
    return `export interface ${name}${extended} ${block(this.#fieldsOf(schema, view))}\n`;
  }
}

/** Fields of responses are always present, except the text of a post in a list. */
function isPartial({ properties = {}, required }: Schema): boolean {
  return required !== undefined && required.length > 0 && Object.keys(properties).length > required.length;
}

function ofView(members: Schema[], view: View): Schema[] {
  const plain = withoutTwins(members, 'Compact', 'plain');
  return withoutTwins(plain, 'Expanded', view === 'expanded' ? 'prefixed' : 'plain');
}

function literal(values: unknown[]): string {
  const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
  return values.map(quoted).join(' | ');
}

function key(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `'${name}'`;
}

function line({ name, type, required }: Field): string {
  return required ? `${key(name)}: ${type};` : `${key(name)}?: ${type} | undefined;`;
}

/** The fields in one line. */
function inline(fields: Field[]): string {
  return `{ ${fields.map((one) => line(one).slice(0, -1)).join('; ')} }`;
}

/** The fields with their descriptions, one below the other. */
export function block(fields: Field[]): string {
  const lines = fields.map((one) => indent(comment(one.description) + line(one)));
  return `{\n${lines.join('\n')}\n}`;
}

export function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()} */\n` : '';
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
