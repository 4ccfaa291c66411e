import { type SQL, type SQLWrapper, sql } from './drizzle.ts';
import { asText, queueByDatabase } from './shared-batch.ts';
import { batch, type Call, type Statement, type StatementContext, statement, textOf } from './statement.ts';

/** How many requests share a run. */
const MAX_REQUESTS = 16;

/** The number of its call in a row of a statement that answers several. */
type Numbered = { call_number: number };

/** The same statement for several calls, with the types of its parameters: lists are passed as text. */
const manyOf = new Map<string, { statement: Statement<unknown>; isList: readonly boolean[] }>();

/**
 * A read that several requests can share (`sharedReads`): also compiled as a statement that runs it for each of several
 * calls. Each of its placeholders needs a type.
 */
export function sharedStatement<Row>(name: string, query: SQLWrapper): Statement<Row> {
  const types = new Map<string, string>();
  const each = textOf(query, (parameter, type) => {
    if (type) types.set(parameter, type);
    return `i.${parameter}`;
  });
  const one = statement<Row>(name, query.getSQL());
  const isList = one.parameters.map((parameter) => {
    const type = types.get(parameter);
    if (type === undefined) throw new Error(`${name} can't be shared: ${parameter} has no type`);
    return type.endsWith('[]');
  });
  const columns = one.parameters.map((parameter, index) =>
    sql.raw(isList[index] ? `${parameter}::${types.get(parameter)} as ${parameter}` : parameter),
  );
  const lists: SQL[] = one.parameters.map((parameter, index) => {
    const type = isList[index] ? 'text' : types.get(parameter);
    return sql`${sql.placeholder(parameter)}${sql.raw(`::${type}[]`)}`;
  });
  // `offset 0`: a list is parsed once for each call, and each call looks up its own rows instead of joining whole tables.
  const many = statement<unknown>(
    `${name} of_many`,
    sql`select i.call_number, found.* from (
      select call_number, ${sql.join(columns, sql`, `)} from unnest(${sql.placeholder('call_number')}::int[], ${sql.join(lists, sql`, `)})
        as given(call_number, ${sql.raw(one.parameters.join(', '))}) offset 0) i
    cross join lateral (${sql.raw(each)} offset 0) found`,
  );
  manyOf.set(name, { statement: many, isList });
  return one;
}

/** Reads that requests share, which have been declared with `sharedStatement`. Others run for their request alone. */
export type SharedReads = {
  /** Like `batch`: the rows of each call, in one round trip. */
  run(ctx: StatementContext, calls: readonly Call<unknown>[]): Promise<unknown[][]>;
};

/**
 * As `sharedBatch` for writes: starting a statement costs more than finding a few rows by key, so while the database works
 * on a run, the reads of further requests wait for the next one. They are answered by one run of each statement.
 *
 * The statements of a run are in the order in which the first request names them, then the second one, and so on: they
 * only have an order if all requests name them in the same one.
 */
export function sharedReads(): SharedReads {
  const queueOn = queueByDatabase(runTogether, MAX_REQUESTS);
  return {
    run(ctx, calls) {
      if (ctx.isTx) return batch(ctx, calls);
      ctx.stats.statements += calls.length;
      ctx.stats.roundTrips++;
      return queueOn(ctx.sql).join(calls, undefined);
    },
  };
}

/** One of the calls of a request, by its place in the answer. */
type Place = { request: number; index: number };
type Group = { calls: Call<unknown>[]; places: Place[] };

/** The calls by statement. One that is not shared has a group of its own. */
function group(requests: readonly (readonly Call<unknown>[])[]): Group[] {
  const groups: Group[] = [];
  const byName = new Map<string, Group>();
  requests.forEach((calls, request) => {
    calls.forEach((call, index) => {
      let found = byName.get(call.name);
      if (!found) {
        found = { calls: [], places: [] };
        groups.push(found);
        if (manyOf.has(call.name)) byName.set(call.name, found);
      }
      found.calls.push(call);
      found.places.push({ request, index });
    });
  });
  return groups;
}

async function runTogether(
  ctx: StatementContext,
  requests: readonly (readonly Call<unknown>[])[],
): Promise<unknown[][][]> {
  const groups = group(requests);
  const found = await batch<readonly Call<unknown>[]>(
    ctx,
    groups.map(({ calls }) => (calls.length === 1 ? calls[0]! : callOfMany(calls))),
  );
  const answers: unknown[][][] = requests.map((calls) => calls.map(() => []));
  groups.forEach(({ places }, at) => {
    const rowsOf = places.map(({ request, index }) => answers[request]![index]!);
    for (const row of found[at]!) rowsOf[places.length === 1 ? 0 : (row as Numbered).call_number]!.push(row);
  });
  return answers;
}

function callOfMany(calls: readonly Call<unknown>[]): Call<unknown> {
  const { statement: many, isList } = manyOf.get(calls[0]!.name)!;
  const values = isList.map((list, index) => calls.map(({ values }) => (list ? asText(values[index]) : values[index])));
  return { name: many.name, text: many.text, values: [calls.map((_, number) => number), ...values] };
}
