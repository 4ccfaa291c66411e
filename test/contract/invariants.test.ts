import { describe, expect, it } from 'vitest';
import { INVARIANTS, runInvariants } from '../../src/db/invariants.ts';
import { startTestApp } from '../support/app.ts';

describe('invariants', () => {
  it('are all understood by the database, and hold of an empty one', async () => {
    const t = await startTestApp();
    const results = await runInvariants(t.pool);
    expect(results.map(({ name }) => name)).toEqual(INVARIANTS.map(({ name }) => name));
    expect(results.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  it('read nothing that a member wrote', () => {
    for (const { name, query } of INVARIANTS) {
      const shown = query.slice(query.indexOf('select') + 6, query.search(/\bfrom\b/));
      expect(shown, name).not.toMatch(/body|email|bio|occupation|alt_text|note/);
    }
  });
});
