import type { Machine } from '../harness/machine.ts';

/** The number of responses by status. */
export type Statuses = Record<string, number>;

/** The result of `bench/media-load.ts`: reads alone and during uploads, and pictures at the pixel limit. */
export type MediaLoad = {
  machine: Machine;
  uploads: string;
  photoBytes: number;
  rounds: {
    aloneP50Ms: number;
    aloneP99Ms: number;
    duringP50Ms: number;
    duringP99Ms: number;
    duringMaxMs: number;
    reads: number;
    /** The p99 during uploads divided by the p99 alone. */
    ratio: number;
    uploadsPerSecond: number;
    statuses: Statuses;
  }[];
  idleMiB: number;
  peakAfterPhotographsMiB: number;
  /** Absent, like the peak after them, from a run without them. */
  fourClients?: { statuses: Statuses; slowestMs: number };
  flood?: { clients: number; statuses: Statuses; refusedWithRetryAfter: number; slowestMs: number };
  peakMiB?: number;
  /** A minute after the last upload. */
  restMiB: number;
};
