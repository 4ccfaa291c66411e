import { batch, type Call, type StatementContext } from './statement.ts';

type Rows<Part> = Part extends Call<infer Row> ? Row[] : null;

/** Runs those that are not null in one round trip. */
export async function runParts<Parts extends Record<string, Call<unknown> | null>>(
  ctx: StatementContext,
  parts: Parts,
) {
  const names = Object.keys(parts).filter((name) => parts[name] !== null);
  const found =
    names.length === 0
      ? []
      : await batch(
          ctx,
          names.map((name) => parts[name]!),
        );
  const rows = Object.keys(parts).map((name) => [name, found[names.indexOf(name)] ?? null]);
  return Object.fromEntries(rows) as { [Name in keyof Parts]: Rows<Parts[Name]> };
}
