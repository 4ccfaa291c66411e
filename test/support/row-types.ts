import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './source-files.ts';

/** The row type of a statement, where it is declared, and whether the query builder makes it. */
export type RowType = { type: ts.Type; file: string; node: ts.Node; built: boolean };
export type RowTypes = { checker: ts.TypeChecker; rows: ReadonlyMap<string, RowType> };

/** A name that a call passes to a factory, with the row type at that call. */
type Named = { name: string; type: ts.Type; node: ts.Node };

const STATEMENT = { file: 'src/db/statement.ts', names: ['statement', 'authorizedStatement'] };

/** Reads the row type of every statement in `files` and in what they import, by the name of the statement. */
export function readRowTypes(files: readonly string[]): RowTypes {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const rootNames = files.map((file) => join(ROOT, file));
  const program = ts.createProgram({ rootNames, options: { ...options, incremental: false } });
  const finder = new RowTypeFinder(program);
  return { checker: program.getTypeChecker(), rows: finder.find() };
}

class RowTypeFinder {
  readonly #checker: ts.TypeChecker;
  /** Calls of functions by the name that the call uses. */
  readonly #calls = new Map<string, ts.CallExpression[]>();

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
    for (const file of program.getSourceFiles())
      if (!file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file)) this.#collect(file);
  }

  find(): Map<string, RowType> {
    const rows = new Map<string, RowType>();
    for (const call of STATEMENT.names.flatMap((name) => this.#calls.get(name) ?? [])) {
      const declaration = this.#calledFunction(call);
      if (declaration?.getSourceFile().fileName !== join(ROOT, STATEMENT.file)) continue;
      const [name] = call.arguments;
      const type = typeArgumentOf(this.#checker.getTypeAtLocation(call));
      if (!name || !type) throw new Error(`a statement without a name or a row at ${place(call)}`);
      const query = this.#checker.getTypeAtLocation(call.arguments.at(-1)!);
      const built = query.symbol?.name !== 'SQL';
      for (const named of this.#namesOf(name, { type, node: call })) {
        const file = named.node.getSourceFile().fileName.slice(ROOT.length);
        rows.set(named.name, { type: named.type, node: named.node, file, built });
      }
    }
    return rows;
  }

  #collect(node: ts.Node): void {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const { text } = node.expression;
      const calls = this.#calls.get(text);
      if (calls) calls.push(node);
      else this.#calls.set(text, [node]);
    }
    ts.forEachChild(node, (child) => this.#collect(child));
  }

  /** Resolves the expression of a name: literals, templates, literal types, and parameters of factory functions. */
  #namesOf(expression: ts.Expression, at: Omit<Named, 'name'>): Named[] {
    if (ts.isStringLiteralLike(expression)) return [{ ...at, name: expression.text }];
    if (ts.isTemplateExpression(expression)) {
      let names: Named[] = [{ ...at, name: expression.head.text }];
      for (const span of expression.templateSpans)
        names = names.flatMap((before) =>
          this.#namesOf(span.expression, before).map((part) => ({
            ...part,
            name: before.name + part.name + span.literal.text,
          })),
        );
      return names;
    }
    const literals = literalsOf(this.#checker.getTypeAtLocation(expression));
    if (literals) return literals.map((name) => ({ ...at, name }));
    const parameter = ts.isIdentifier(expression) && this.#checker.getSymbolAtLocation(expression)?.valueDeclaration;
    if (!parameter || !ts.isParameter(parameter)) throw new Error(`an unknown name at ${place(expression)}`);
    return this.#callsOf(parameter.parent).flatMap((call) => {
      const given = call.arguments[parameter.parent.parameters.indexOf(parameter)];
      if (!given) throw new Error(`a statement without a name at ${place(call)}`);
      return this.#namesOf(given, { type: this.#rowAt(call, parameter.parent, at.type), node: call });
    });
  }

  /** The row type at the call of a factory: its type argument, or the row of its result, if the factory is generic. */
  #rowAt(call: ts.CallExpression, factory: ts.SignatureDeclaration, type: ts.Type): ts.Type {
    if (!(type.flags & ts.TypeFlags.Instantiable)) return type;
    const index = (factory.typeParameters ?? []).findIndex(
      (parameter) => this.#checker.getTypeAtLocation(parameter) === type,
    );
    const given = index < 0 ? undefined : call.typeArguments?.[index];
    const row = given
      ? this.#checker.getTypeFromTypeNode(given)
      : typeArgumentOf(this.#checker.getTypeAtLocation(call));
    if (!row) throw new Error(`a statement without a row at ${place(call)}`);
    return row;
  }

  #callsOf(factory: ts.SignatureDeclaration): ts.CallExpression[] {
    const name = factory.name ?? (ts.isVariableDeclaration(factory.parent) ? factory.parent.name : undefined);
    if (!name || !ts.isIdentifier(name)) throw new Error(`a factory without a name at ${place(factory)}`);
    return (this.#calls.get(name.text) ?? []).filter((call) => this.#calledFunction(call) === factory);
  }

  /** The declaration of the function that a call calls, behind imports and constants. */
  #calledFunction(call: ts.CallExpression): ts.Node | undefined {
    let symbol = this.#checker.getSymbolAtLocation(call.expression);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol);
    // Of an overloaded function, the implementation.
    const implementation = symbol?.declarations?.find((one) => ts.isFunctionDeclaration(one) && one.body);
    const declaration = implementation ?? symbol?.valueDeclaration;
    return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  }
}

const place = (node: ts.Node): string => {
  const file = node.getSourceFile();
  return `${file.fileName.slice(ROOT.length)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

/** `Row` of `Statement<Row>`. */
function typeArgumentOf(type: ts.Type): ts.Type | undefined {
  return type.aliasTypeArguments?.[0];
}

/** The texts of a string literal or of a union of them. */
function literalsOf(type: ts.Type): string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  return members.every((member) => member.isStringLiteral()) ? members.map((member) => member.value) : undefined;
}
