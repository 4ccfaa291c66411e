import ts from 'typescript';

export type MeasuredFunction = {
  name: string;
  lines: number;
  /** It only registers routes: `app.get(...)`, `pages.post(...)`, next to constants that they use. */
  isListOfRoutes: boolean;
};

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** All functions and methods of a source file, with the lines from their first to their last token. */
export function functionsOf(file: string, text: string): MeasuredFunction[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: MeasuredFunction[] = [];
  const search = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
      found.push({ name: nameOf(node), lines, isListOfRoutes: listsRoutes(node.body) });
    }
    ts.forEachChild(node, search);
  };
  search(source);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  const name = node.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : null);
  return name?.getText() ?? 'anonymous';
}

function listsRoutes(body: ts.Node): boolean {
  if (!ts.isBlock(body)) return false;
  const others = body.statements.filter((statement) => !ts.isVariableStatement(statement));
  return others.length > 0 && others.every(registersRoute);
}

function registersRoute(statement: ts.Statement): boolean {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return false;
  const called = statement.expression.expression;
  return ts.isPropertyAccessExpression(called) && METHODS.has(called.name.text);
}
