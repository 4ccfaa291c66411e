import type { Machine } from '../harness/machine.ts';
import type { Comparison } from '../harness/measure.ts';
import type { MediaLoad } from '../media/result.ts';

/** What `bench/seed-load.ts` gives: how long an invented network takes. */
export type SeedLoad = {
  machine: Machine;
  /** By table. */
  rows: Record<string, number>;
  /** Of the whole command, from its first line to its last. */
  seconds: number;
  steps: { what: string; rows: number; seconds: number }[];
};

/** All that the document is made of. What was not measured is left out of it. */
export type Results = { comparison: Comparison; media?: MediaLoad; seed?: SeedLoad };
