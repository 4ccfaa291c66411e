/** What pg sends for a value: text, bytes or null. Its own types leave it out; `pg-cursor` uses it too. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
