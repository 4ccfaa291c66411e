import type { Read } from '../growth/reads.ts';
import type { TableSize } from '../growth/sizes.ts';
import type { Machine } from '../harness/machine.ts';
import type { Comparison, Measured } from '../harness/measure.ts';
import type { Profiled } from '../harness/profile.ts';
import type { MediaLoad } from '../media/result.ts';
import type { TableWrites } from '../write/tables.ts';

/** The result of `bench/seed-load.ts`: how long a generated network takes. */
export type SeedLoad = {
  machine: Machine;
  /** Rows by table. */
  rows: Record<string, number>;
  /** The duration of the whole command. */
  seconds: number;
  steps: { what: string; rows: number; seconds: number }[];
};

/** The result of `bench/start-load.ts`: the time from the start of the process to the first response. */
export type StartLoad = {
  machine: Machine;
  starts: {
    database: string;
    /** On an empty database. */
    firstMs: number;
    medianMs: number;
    slowestMs: number;
  }[];
};

/** The result of `bench/growth.ts`: what each read costs in networks of several sizes. */
export type Growth = {
  machine: Machine;
  networks: {
    posts: number;
    profiles: number;
    reads: Read[];
    tables: Record<string, TableSize>;
  }[];
};

/** The result of `bench/write-load.ts`: what minutes of writes leave in the database. */
export type WriteLoad = {
  machine: Machine;
  seconds: number;
  /** The p99 of the first and of the last minute. */
  writes: { title: string; requests: number; firstP99Ms: number; lastP99Ms: number }[];
  tables: TableWrites[];
  rssMiB: number;
};

type Search = { what: string; requestsPerSecond: number; p50Ms: number; p99Ms: number };

/** The result of `bench/search-load.ts`: searches in a large network, and the statements that read a found page. */
export type SearchLoad = { machine: Machine; profiles: number; posts: number; clients: number; searches: Search[] };

/** The result of `bench/stream-load.ts`: how soon event streams report a write. */
export type StreamLoad = {
  machine: Machine;
  streams: number;
  /** Writes per second. */
  rate: number;
  sides: {
    side: string;
    writes: number;
    arrivals: number;
    missing: number;
    responseP50Ms: number;
    responseP99Ms: number;
    afterStartP50Ms: number;
    afterStartP99Ms: number;
  }[];
};

/** The result of `bench/webhook-load.ts`: deliveries to local receivers. */
export type WebhookLoad = {
  machine: Machine;
  webhooks: number;
  expected: number;
  received: number;
  repeats: number;
  deliveriesPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  nodeCores: number;
  postgresCores: number;
  rssMiB: number;
};

/** The result of `bench/run.ts --profile`. */
export type Profiles = { machine: Machine; profiles: Profiled[] };

/** The result of `bench/process-load.ts`: the same scenarios with several processes. */
export type ProcessLoad = { machine: Machine; runs: { processes: number; measured: Measured[] }[] };

/** All results for the document, which omits what was not measured. */
export type Results = {
  comparison: Comparison;
  profiles?: Profiles;
  processes?: ProcessLoad;
  start?: StartLoad;
  media?: MediaLoad;
  seed?: SeedLoad;
  growth?: Growth;
  search?: SearchLoad;
  streams?: StreamLoad;
  webhooks?: WebhookLoad;
  writes?: WriteLoad;
};
