import { sql } from 'drizzle-orm';
import { statement } from '../../src/db/statement.ts';
import { writeStatement } from '../../src/events/write-statement.ts';

/**
 * Statements with row types that compile but are wrong, for the test of the comparison. Never imported: it only reads
 * the types.
 */
type Missing = { id: string; nickname: string };
type Undeclared = { id: string };
type Wrong = { id: number; created_at: string; count: string; tags: number[]; data: { at: Date } };
type Right = {
  id: string;
  kind: 'a' | 'b' | null;
  created_at: Date | null;
  count?: number;
  on: boolean;
  tags: ('x' | 'y')[];
  data: { at: string; list: { n: number }[] } | null;
  hash: Buffer;
};

const query = sql`select 1`;
const rows = <Row>() => sql<Row>`select 1`;
const named = (name: string) => statement(`wrong.${name}`, {}, rows<Undeclared>());

export const missing = statement('wrong.missing', {}, rows<Missing>());
export const undeclared = named('undeclared');
export const wrong = statement('wrong.types', {}, rows<Wrong>());
export const right = statement('wrong.nothing', {}, rows<Right>());
export const values = statement('wrong.values', {}, rows<Pick<Right, 'id' | 'kind' | 'tags'>>());
export const unread = statement('wrong.unread', {}, query);
export const open = statement('wrong.open', {}, rows<{ id: string } & Record<string, unknown>>());
export const write = writeStatement(
  'wrong.write',
  {},
  {
    change: query,
    audit: { from: query, objectType: 'post', object: query },
    answer: rows<Missing>(),
  },
);
