import { type Effect, effectsOf } from '../../src/db/migration-effects.ts';
import type { Migration, Releases } from '../../src/db/migration-files.ts';

type Checked = Pick<Migration, 'tag' | 'statements'>;

const CREATED = /^\s*create table (?:if not exists )?(?:"?public"?\.)?"?(\w+)"?/i;
const CONCURRENTLY = /\bindex\s+concurrently\b/i;

/** What would stop or break running servers, in the migrations after the first release. */
export async function problemsOf(migrations: readonly Checked[], { releases, breaks }: Releases): Promise<string[]> {
  const placeOf = (tag: string | undefined) => migrations.findIndex((one) => one.tag === tag);
  const problems = [...releases.map(({ newest }) => newest), ...Object.entries(breaks).flat()]
    .filter((tag) => placeOf(tag) === -1)
    .map((tag) => `migrations/releases.json: there is no migration ${tag}`);
  if (problems.length > 0) return problems;
  const first = placeOf(releases[0]!.newest);
  const validated = new Set<string>();
  for (const [place, { tag, statements }] of migrations.entries()) {
    if (place <= first) continue;
    const effects = (await Promise.all(statements.map(effectsOf))).flat();
    const made = created(statements);
    const texts = [...refused(effects, made, validated), ...mixed(statements, effects)];
    const released = releases.findLast(({ newest }) => placeOf(newest) < place)!;
    if (
      effects.some(({ isBreaking, tables }) => isBreaking && !made.has(tables[0]!)) &&
      placeOf(breaks[tag]) < placeOf(released.newest)
    )
      texts.push(
        `${released.version} fails after it: if that release no longer uses what it removes, add "${tag}": "${released.newest}" to "breaks" of releases.json`,
      );
    problems.push(...texts.map((text) => `migrations/${tag}.sql: ${text}`));
    for (const { tables, validates } of effects) if (validates) validated.add(`${tables[0]}.${validates}`);
  }
  return problems;
}

/** Tables that the migration creates are empty, and nobody uses them; or it gives one that it renames a successor. */
const created = (statements: readonly string[]) => new Set(statements.flatMap((text) => CREATED.exec(text)?.[1] ?? []));

function refused(effects: readonly Effect[], empty: ReadonlySet<string>, validated: ReadonlySet<string>): string[] {
  return effects
    .filter(
      ({ tables, problem, unless }) =>
        problem && !empty.has(tables[0] ?? '') && !(unless && validated.has(`${tables[0]}.${unless}`)),
    )
    .map(({ tables, problem }) => `${tables[0] ?? 'a statement'}: ${problem}`);
}

function mixed(statements: readonly string[], effects: readonly Effect[]): string[] {
  const concurrent = statements.filter((text) => CONCURRENTLY.test(text)).length;
  const texts = concurrent > 0 && concurrent < statements.length ? ['CONCURRENTLY needs a migration of its own'] : [];
  const locked = new Set(effects.filter(({ locks }) => locks !== 'nobody').flatMap(({ tables }) => tables));
  for (const { tables, validates } of effects)
    if (validates && locked.has(tables[0]!))
      texts.push(`${tables[0]}: VALIDATE needs a migration of its own, because others lock the table`);
  return texts;
}
