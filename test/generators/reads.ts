import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { componentOf, dataOf, type Loose, resolver } from '../contract/shapes.ts';

/** Things of different kinds, which a client tells apart by a field. All others are read without narrowing. */
const KINDS = ['Event', 'WebhookPayload', 'ThreadItem'];

/** Whatever is read has a type: `any` and `never` would let everything through. */
const HEAD = `type Typed<T> = 0 extends 1 & T ? 'any' : [T] extends [never] ? 'never' : 'typed';
declare function typed<T>(value: T, is: Typed<T>): void;
`;
const typed = (value: string) => `typed(${value}, 'typed');`;

/** How a generator names the `data` of a response, and a component. */
export type Types = { data: (operation: string, status: string) => string; component: (name: string) => string };

/** A program that reads every field of every response: a function for each, and for each component in it. */
export function readingProgram(document: OpenApiDocument, types: Types): string {
  const resolve = resolver(document);
  const components = new Map<string, string>();
  const functionOf = (name: string, type: string, statements: string[]) =>
    `export function ${name}(data: ${type}) {\n${statements.map((line) => `  ${line}\n`).join('')}}\n`;

  /** The statements that read all fields of a value, or pass it to the function for its component. */
  function statementsOf(schema: Loose, value: string, place: string): string[] {
    const component = componentOf(schema);
    if (component === null) return fieldsOf(resolve(schema), value, place);
    if (!components.has(component)) {
      components.set(component, '');
      const statements = fieldsOf(resolve(schema), 'data', component);
      components.set(component, functionOf(`read${component}`, types.component(component), statements));
    }
    return [typed(value), `read${component}(${value});`];
  }

  function fieldsOf(schema: Loose, value: string, place: string): string[] {
    const { oneOf, anyOf, discriminator, items, properties, required } = schema;
    const options = (oneOf ?? anyOf ?? []).filter((option: Loose) => option.type !== 'null');
    if (options.length === 1) return statementsOf(options[0], value, place);
    if (discriminator) return kindsOf(discriminator, value, place);
    if (options.length > 1) return formsOf(options, value, place);
    if (items) return statementsOf(items, `${value}[0]!`, place);
    const fields = Object.entries<Loose>(properties);
    if (fields.length === 0) return [typed(value)];
    return [
      '// @ts-expect-error There is no such field.',
      typed(`${value}['${fields[0]![0]}_misspelled']`),
      ...fields.flatMap(([name, field]) =>
        statementsOf(field, `${value}['${name}']${isOpen(field) || !required.includes(name) ? '!' : ''}`, place),
      ),
    ];
  }

  /** Whether it may be null, but is not always. */
  function isOpen(schema: Loose): boolean {
    const { type, anyOf = [] } = resolve(schema);
    return type !== 'null' && [type, ...anyOf.map((option: Loose) => option.type)].flat().includes('null');
  }

  function kindsOf({ propertyName, mapping }: Loose, value: string, place: string): string[] {
    return Object.entries<string>(mapping).flatMap(([kind, $ref]) => [
      `if (${value}.${propertyName} === '${kind}') {`,
      ...statementsOf({ $ref }, value, place),
      '}',
    ]);
  }

  /** Two forms. The first has a field that the second lacks; or it is of kinds, and the second is of another kind. */
  function formsOf([first, second]: Loose[], value: string, place: string): string[] {
    if (!KINDS.includes(place)) throw new Error(`${place} has alternatives`);
    const { discriminator, properties } = resolve(first);
    const condition = discriminator
      ? `${value}.${discriminator.propertyName} !== '${resolve(second).properties[discriminator.propertyName].enum[0]}'`
      : `'${Object.keys(properties)[0]}' in ${value}`;
    return [
      `if (${condition}) {`,
      ...statementsOf(first, value, place),
      '} else {',
      ...statementsOf(second, value, place),
      '}',
    ];
  }

  const responses = dataOf(document).map(([operation, data, status], at) =>
    functionOf(`response${at}`, types.data(operation, status), statementsOf(data, 'data', operation)),
  );
  return [HEAD, ...components.values(), ...responses].join('');
}
