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
const named = (name: string) => statement<Undeclared>(`wrong.${name}`, query);

export const missing = statement<Missing>('wrong.missing', query);
export const undeclared = named('undeclared');
export const wrong = statement<Wrong>('wrong.types', query);
export const right = statement<Right>('wrong.nothing', query);
export const values = statement<Pick<Right, 'id' | 'kind' | 'tags'>>('wrong.values', query);
export const unread = statement('wrong.unread', query);
export const open = statement<{ id: string } & Record<string, unknown>>('wrong.open', query);
export const write = writeStatement<Missing>('wrong.write', {
  change: query,
  audit: { from: query, objectType: 'post', object: query },
  answer: query,
});
