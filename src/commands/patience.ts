import type { Config } from '../config/config.ts';

/** Shutdown timeouts. On a loopback address a person waits at the terminal; elsewhere requests and jobs may finish. */
const PATIENCE = {
  terminal: { requestsMs: 2000, jobsMs: 1000, adaptersMs: 500, databaseMs: 40_000 },
  service: { requestsMs: 10_000, jobsMs: 5000, adaptersMs: 3000, databaseMs: 40_000 },
};

export type Patience = (typeof PATIENCE)['service'];

export const patienceOf = ({ loopback }: Pick<Config, 'loopback'>): Patience =>
  loopback ? PATIENCE.terminal : PATIENCE.service;
