import { describe, expect, it } from 'vitest';
import { FORMAT, readHeader } from '../../src/backup/header.ts';

const header = (contents: object) => ({
  format: FORMAT,
  created_at: '2026-11-29T00:00:00.000Z',
  version: '0.1.0',
  migration: { tag: '0000_first', time: 1 },
  secret_key_fingerprint: 'abc',
  with_files: true,
  contents: { tables: [], partitions: [], sequences: [], ...contents },
});

describe('the header of a backup', () => {
  it('names tables, columns, partitions and sequences of a database', () => {
    const contents = {
      tables: [{ name: 'jobs.job', columns: ['id', '"order"'] }],
      partitions: [
        {
          name: 'events_week_2968',
          parent: 'events',
          bounds: "FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-30 00:00:00+00')",
        },
      ],
      sequences: [{ name: 'audit_log_id_seq', value: '12' }],
    };
    expect(readHeader(header(contents)).contents).toEqual(contents);
  });

  it.each([
    { tables: [{ name: 'posts; drop table posts', columns: [] }] },
    { tables: [{ name: 'posts', columns: ['id) from program $$id$$ --'] }] },
    { partitions: [{ name: 'a', parent: 'b', bounds: 'default; drop table posts' }] },
    { partitions: [{ name: 'a', parent: 'b', bounds: "FOR VALUES FROM ('a') TO ('b'); drop table posts" }] },
    { sequences: [{ name: 'a', value: '1); drop table posts' }] },
  ])('refuses %j, which would run as SQL', (contents) => {
    expect(() => readHeader(header(contents))).toThrow('The header of the backup is not one of pronet');
  });
});
