import ts from 'typescript';
import type { Column, Kind } from './described-columns.ts';
import type { RowType } from './row-types.ts';

/**
 * The differences between a row type and the columns that Postgres describes: a column that only one of them has, and a
 * type that is not what the column is parsed into, and a value of the column, including null, that the type leaves out. A row of
 * type `unknown` can't be read, so its columns don't matter; nor does a column of type void, as locks return it.
 */
export function rowMismatches(checker: ts.TypeChecker, row: RowType, described: readonly Column[]): string[] {
  if (row.type.flags & ts.TypeFlags.Unknown) return [];
  const columns = described.filter(({ kind }) => kind !== 'void');
  const properties = new Map(checker.getPropertiesOfType(row.type).map((property) => [property.name, property]));
  const names = columns.map(({ name }) => name);
  const missing = [...properties.keys()].filter((name) => !names.includes(name));
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...missing.map((name) => `${name}: no such column`),
    ...repeated.map((name) => `${name}: two columns`),
    ...columns.flatMap(({ name, kind, nullable, values = [] }) => {
      const property = properties.get(name);
      if (!property && checker.getIndexInfosOfType(row.type).length > 0) return [];
      if (!property) return [`${name}: not in the row type`];
      const type = checker.getTypeOfSymbolAtLocation(property, row.node);
      if (!fits(checker, type, kind))
        return [`${name}: ${checker.typeToString(type)}, but ${nameOf(kind)} is returned`];
      const left = values.filter((value) => !mayBe(checker, type, value));
      if (nullable && !hasNull(type)) left.push('null');
      return left.length > 0 ? [`${name}: may be ${left.join(', ')}`] : [];
    }),
  ];
}

const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
const PRIMITIVES: Partial<Record<string, ts.TypeFlags>> = {
  string: ts.TypeFlags.StringLike,
  number: ts.TypeFlags.NumberLike,
  boolean: ts.TypeFlags.BooleanLike,
};

/** Whether every value of the kind may be what the type says. A union of literals counts as their common type. */
function fits(checker: ts.TypeChecker, type: ts.Type, kind: Kind): boolean {
  const members = (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & EMPTY));
  return members.length > 0 && members.every((member) => memberFits(checker, member, kind));
}

/** Whether a string type, or the type of the elements of an array, has a value. */
function mayBe(checker: ts.TypeChecker, type: ts.Type, value: string): boolean {
  return (type.isUnion() ? type.types : [type]).some((member) => {
    if (checker.isArrayType(member))
      return mayBe(checker, checker.getTypeArguments(member as ts.TypeReference)[0]!, value);
    return member.isStringLiteral() ? member.value === value : Boolean(member.flags & ts.TypeFlags.String);
  });
}

function hasNull(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & (EMPTY | ts.TypeFlags.Unknown));
}

function memberFits(checker: ts.TypeChecker, type: ts.Type, kind: Kind): boolean {
  if (typeof kind === 'object') {
    const element = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    if (!element) return false;
    // Postgres does not say how many dimensions an array has.
    return checker.isArrayType(element) ? memberFits(checker, element, kind) : fits(checker, element, kind.array);
  }
  if (kind === 'json') return isJson(checker, type, new Set());
  const flags = PRIMITIVES[kind];
  return flags === undefined ? type.getSymbol()?.name === kind : Boolean(type.flags & flags);
}

/** Whether JSON can hold the type: a timestamp inside of JSON is a string, for example. */
function isJson(checker: ts.TypeChecker, type: ts.Type, seen: Set<ts.Type>): boolean {
  if (seen.has(type)) return true;
  seen.add(type);
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.BigIntLike | ts.TypeFlags.ESSymbolLike)) return false;
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection))) return true;
  if (type.isUnionOrIntersection()) return type.types.every((member) => isJson(checker, member, seen));
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type as ts.TypeReference).every((element) => isJson(checker, element, seen));
  const isPlain = type.getCallSignatures().length === 0 && !['Date', 'Buffer', 'Map', 'Set'].includes(nameOfType(type));
  return isPlain && partsOf(checker, type).every((part) => isJson(checker, part, seen));
}

const nameOfType = (type: ts.Type): string => type.getSymbol()?.name ?? '';

function partsOf(checker: ts.TypeChecker, type: ts.Type): ts.Type[] {
  return [
    ...checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property)),
    ...checker.getIndexInfosOfType(type).map((info) => info.type),
  ];
}

const nameOf = (kind: Kind): string => (typeof kind === 'object' ? `${nameOf(kind.array)}[]` : kind);
