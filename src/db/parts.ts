import { batch, type Call, type StatementContext } from './statement.ts';

type Rows<Part> = Part extends Call<infer Row> ? Row[] : null;

/** Runs those that are not null in one round trip. */
export async function runParts<Parts extends Record<string, Call<unknown> | null>>(
  ctx: StatementContext,
  parts: Parts,
) {
  const calls = Object.values(parts).filter((call) => call !== null);
  const found = calls.length === 0 ? [] : await batch(ctx, calls);
  const rows: Record<string, unknown[] | null> = {};
  let next = 0;
  for (const name in parts) rows[name] = parts[name] === null ? null : found[next++]!;
  return rows as { [Name in keyof Parts]: Rows<Parts[Name]> };
}
