import type { Ctx } from '../../ctx.ts';
import {
  type Call,
  type ParameterTypes,
  type Query,
  type RowOfQuery,
  statement,
  usedTypes,
  type ValuesOf,
} from '../../db/statement.ts';
import { READER, readerValues } from './readers.ts';
import { type Viewer, viewerOf } from './visibility.ts';

/** A read for `batch`. It adds the values of the reader. */
export type Read<Row, Values> = (ctx: Ctx, values: Values) => Call<Row>;

/** A read with the parameters `types`, and those of the reader that its query has. */
export function readAs<const Types extends ParameterTypes, Of extends Query>(
  name: string,
  types: Types,
  query: Of,
): Read<RowOfQuery<Of>, ValuesOf<Types>> {
  const all: ParameterTypes = { ...usedTypes(READER, query), ...types };
  const read = statement(name, all, query);
  return (ctx, values) => read.call({ ...readerValues(ctx), ...values });
}

/** Like `readAs`, with a statement for callers without a credential, and one for others. */
export function readsFor<const Types extends ParameterTypes, Of extends Query>(
  name: string,
  types: Types,
  select: (viewer: Viewer) => Of,
): Read<RowOfQuery<Of>, ValuesOf<Types>> {
  const anonymous = readAs(`${name} anonymous`, types, select('anonymous'));
  const member = readAs(`${name} member`, types, select('member'));
  return (ctx, values) => (viewerOf(ctx) === 'anonymous' ? anonymous : member)(ctx, values);
}
