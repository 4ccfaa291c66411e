import type { Machine } from '../harness/machine.ts';
import type { Comparison } from '../harness/measure.ts';
import type { MediaLoad } from '../media/result.ts';

/** The result of `bench/seed-load.ts`: how long a generated network takes. */
export type SeedLoad = {
  machine: Machine;
  /** Rows by table. */
  rows: Record<string, number>;
  /** The duration of the whole command. */
  seconds: number;
  steps: { what: string; rows: number; seconds: number }[];
};

/** All results for the document, which omits what was not measured. */
export type Results = { comparison: Comparison; media?: MediaLoad; seed?: SeedLoad };
