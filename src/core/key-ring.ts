/** The key for what is new, and earlier ones, with which what they made can still be read. */
export type KeyRing = readonly [Buffer, ...Buffer[]];
