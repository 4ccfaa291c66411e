import autocannon from 'autocannon';
import type { BenchRequest, Pass, Scenario, Side, World } from '../scenarios/scenario.ts';
import { cpuTimeUs, databaseCpuUs, type Running } from './processes.ts';

/** The result of one round on one side. */
export type Round = {
  requestsPerSecond: number;
  cpuUsPerRequest: number;
  /** Of the database's processes. */
  databaseUsPerRequest: number;
  /** Of the response: its body, and its headers. */
  bytesPerResponse: number;
  p50Ms: number;
  p99Ms: number;
};

/** The requests of every connection of a scenario, created once for all rounds. */
export type Traffic = { perConnection: BenchRequest[][]; passLength: number; status: number | undefined };

const SAMPLE_MS = 50;
/** Image processing has the lowest priority: on a busy machine it can take a minute. */
const TIMEOUT_SECONDS = 240;

export async function makeTraffic(scenario: Scenario, world: World, side: Side): Promise<Traffic> {
  const perConnection: BenchRequest[][] = [];
  for (let connection = 0; connection < scenario.connections; connection++) {
    perConnection.push(await scenario.send(world, connection, side));
  }
  const passLength = Math.max(...perConnection.map((requests) => requests.length));
  return { perConnection, passLength, status: scenario.status };
}

/** Rounds up to a number of requests with which each connection completes a pass. */
export function wholePasses(requests: number, { perConnection, passLength }: Traffic): number {
  const pass = perConnection.length * passLength;
  return Math.max(1, Math.round(requests / pass)) * pass;
}

/**
 * Sends a fixed number of requests and measures from the first to the last response. Fails if one is not successful: a
 * fast error would look like a fast server.
 */
export async function runLoad(target: Running, traffic: Traffic, requests: number, directory: string): Promise<Round> {
  const durationsMs: number[] = [];
  let connection = 0;
  let beganAt = 0;
  let endedAt = 0;
  let cpuAtEnd = 0;
  let databaseAtEnd = 0;
  let bytes = 0;
  let failure: string | undefined;
  const cpuAtBegin = cpuTimeUs(target.pid);
  const databaseAtBegin = databaseCpuUs(directory);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: target.url,
        connections: traffic.perConnection.length,
        amount: requests,
        timeout: TIMEOUT_SECONDS,
        sampleInt: SAMPLE_MS,
        // Copies, because the client caches built requests in these objects.
        setupClient: (client) => client.setRequests(traffic.perConnection[connection++]!.map(forAutocannon)),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('start', () => {
      beganAt = performance.now();
    });
    instance.on('reqError', (error) => {
      failure ??= error.message;
    });
    instance.on('response', (_client, _status, size, durationMs) => {
      bytes += size;
      if (durationsMs.push(durationMs) < requests) return;
      endedAt = performance.now();
      cpuAtEnd = cpuTimeUs(target.pid);
      databaseAtEnd = databaseCpuUs(directory);
    });
  });
  const { statusCodeStats = {} } = result;
  const wanted = traffic.status === undefined ? '2' : String(traffic.status);
  const failed = Object.keys(statusCodeStats).some((status) => !status.startsWith(wanted));
  if (failed || result.errors > 0 || durationsMs.length < requests) {
    const codes = JSON.stringify(statusCodeStats);
    throw new Error(
      `of ${requests} requests ${durationsMs.length} were answered, ${result.errors} failed (${failure}): ${codes}`,
    );
  }
  durationsMs.sort((a, b) => a - b);
  return {
    requestsPerSecond: requests / ((endedAt - beganAt) / 1000),
    cpuUsPerRequest: (cpuAtEnd - cpuAtBegin) / requests,
    databaseUsPerRequest: (databaseAtEnd - databaseAtBegin) / requests,
    bytesPerResponse: bytes / requests,
    p50Ms: durationsMs[Math.floor(requests * 0.5)]!,
    p99Ms: durationsMs[Math.floor(requests * 0.99)]!,
  };
}

function forAutocannon({ pathIn, keep, ...request }: BenchRequest): autocannon.Request {
  return {
    ...request,
    ...(pathIn && { setupRequest: (given, pass) => ({ ...given, path: pathIn(pass as Pass) }) }),
    ...(keep && { onResponse: (_status, body, pass) => keep(body, pass as Pass) }),
  };
}
