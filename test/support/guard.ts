import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { expect } from 'vitest';
import { INVARIANTS } from '../../src/areas/index.ts';
import { SECRET_PATTERN } from '../../src/auth/key-format.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { makeWatch } from './canary.ts';
import { problemsOfStoredEvent, type StoredEvent } from './event-check.ts';
import { withoutStreams } from './inject-stream.ts';
import { makeResponseCheck, routeFinder } from './response-check.ts';
import { secretsIn } from './secrets-in.ts';

const GUARDED = /^\/(v1(\/|\?|$)|\?|$)/;

/**
 * Checks every request and response of a test file that goes through `inject`, and fails the test with the fault. What
 * only shows at the end (log, mails, stored rows) fails the file.
 */
export function makeGuard(
  app: FastifyInstance,
  logLines: readonly string[],
  { watchesTexts }: { watchesTexts: boolean },
) {
  const findRoute = routeFinder(app.routes);
  const check = makeResponseCheck(app);
  const watch = makeWatch(check.document);
  const inject = withoutStreams(app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>);

  app.inject = (async (options: InjectOptions) => {
    const url = String(options.url ?? options.path);
    const type = String((options.headers as Record<string, unknown> | undefined)?.['content-type'] ?? '');
    if (watchesTexts) watch.record(options.payload ?? options.body, type.startsWith('multipart/'));
    const response = await inject(options);
    if (!GUARDED.test(url)) return response;
    const route = findRoute(String(options.method ?? 'GET'), url);
    const isText = response.headers['content-encoding'] === undefined;
    const answer = { status: response.statusCode, text: isText ? response.payload : '', headers: response.headers };
    const problems = watch.problemsOf(route, answer);
    if (isText) problems.push(...check.problemsOf(route, String(options.method ?? 'GET'), answer, url));
    if (problems.length > 0) expect(problems, `${options.method ?? 'GET'} ${url}`).toEqual([]);
    return response;
  }) as typeof app.inject;

  return {
    async finish({
      pool,
      mails,
      breaks,
    }: {
      pool: pg.Pool;
      mails: string[];
      breaks: readonly string[];
    }): Promise<void> {
      const broken = (await runInvariants(pool, INVARIANTS)).filter(
        ({ name, rows }) => rows.length > 0 && !breaks.includes(name),
      );
      expect(broken, 'invariants of the data').toEqual([]);
      // One search in everything is faster than one in every line.
      if (watch.problemsOfLog(logLines.join('\n')).length > 0)
        expect(
          logLines.flatMap((line) => watch.problemsOfLog(line)),
          'the log',
        ).toEqual([]);
      expect(
        mails.flatMap((mail) => watch.problemsOfMail(mail)),
        'mails',
      ).toEqual([]);
      const events = await pool.query<StoredEvent & { text: string }>(
        'select type, object_type, profile_id, account_id, data, data::text as text from events',
      );
      const faults = events.rows.flatMap((event) => [
        ...watch.problemsOfEvent(event.text),
        ...problemsOfStoredEvent(event),
      ]);
      expect([...new Set(faults)], 'events').toEqual([]);
      expect(await storedSecrets(pool, watch.passwords), 'secrets in the database').toEqual([]);
    },
  };
}

/** Tables that contain a credential or password in plain text: only hashes and encrypted texts may be stored. */
async function storedSecrets(pool: pg.Pool, passwords: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await pool.query<{ text: string; has_password: boolean }>(
      `select t::text as text, has_password
      from ${name} t, lateral (select exists (select 1 from unnest($2::text[]) word where position(word in t::text) > 0) as has_password) p
      where t::text ~ $1 or has_password`,
      // A password with U+0000 was refused, and no text of the database could contain it.
      [SECRET_PATTERN, [...passwords].filter((word) => !word.includes('\0'))],
    );
    if (hits.some(({ text, has_password }) => has_password || secretsIn(text).length > 0)) found.push(name);
  }
  return found;
}
