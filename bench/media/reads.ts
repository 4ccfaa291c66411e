import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Running } from '../harness/processes.ts';

/** One client that reads posts sequentially over one connection. `durationsMs` is in the order of the requests. */
export async function readWhile(
  { url }: Running,
  paths: readonly string[],
  headers: Record<string, string>,
  goOn: (count: number) => boolean,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const durationsMs: number[] = [];
  while (goOn(durationsMs.length)) {
    const path = paths[durationsMs.length % paths.length]!;
    const beganAt = performance.now();
    const status = await read(`${url}${path}`, headers, agent);
    durationsMs.push(performance.now() - beganAt);
    if (status !== 200) throw new Error(`a read was answered ${status}`);
  }
  agent.destroy();
  return durationsMs;
}

function read(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)))
      .once('error', reject)
      .end();
  });
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
}

/** The peak resident memory of the process since `resetPeak`, in MiB (proc(5): VmHWM, clear_refs). */
export function peakRssMiB(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Math.round(Number(kib) / 1024);
}
