import type { Machine } from '../harness/machine.ts';

/** How many answers had which status. */
export type Statuses = Record<string, number>;

/** What `bench/media-load.ts` gives: reads alone and beside uploads, and pictures at the limit of pixels. */
export type MediaLoad = {
  machine: Machine;
  uploads: string;
  photoBytes: number;
  rounds: {
    aloneP50Ms: number;
    aloneP99Ms: number;
    besideP50Ms: number;
    besideP99Ms: number;
    besideMaxMs: number;
    reads: number;
    /** The p99 beside uploads divided by the p99 alone. */
    ratio: number;
    uploadsPerSecond: number;
    statuses: Statuses;
  }[];
  idleMiB: number;
  peakAfterPhotographsMiB: number;
  /** Absent from a run without them, as is the peak after them. */
  fourClients?: { statuses: Statuses; slowestMs: number };
  flood?: { clients: number; statuses: Statuses; refusedWithRetryAfter: number; slowestMs: number };
  peakMiB?: number;
  /** Ten seconds after the last upload. */
  restMiB: number;
};
