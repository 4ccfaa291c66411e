/** A data-modifying command and its table, but not `for update of` or `do update set`. */
const WRITE = /\b(?:insert into|(?<!\b(?:for|key|do) )update|delete from)\s+(?:only\s+)?"?([a-z_]+(?:\.[a-z_]+)?)"?/g;

/** The tables that an SQL text writes. */
export function writtenTables(text: string): string[] {
  return [...new Set([...text.matchAll(WRITE)].map(([, table]) => table!))];
}
