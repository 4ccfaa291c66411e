import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bystander, Waits } from './bystander.ts';
import type { Case, Hold } from './case.ts';
import type { Reading } from './probe.ts';
import { startReceiver } from './receiver.ts';
import { actorsOf, runStep, type Scene } from './run-step.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

export type Stage = { server: Server; world: World; bystander: Bystander };
export type Result = {
  family: string;
  name: string;
  problems: string[];
  statuses: number[];
  blockMs: number;
  cpuMs: number;
  rssMiB: number;
  seconds: number;
};

const DEFAULTS = { blockMs: 100, peakMiB: 300, othersMs: 2_000, seconds: 30 } as const satisfies Hold;
/** A stall of the idle loop that indicates other load on the machine. */
const BUSY_STALL_MS = 20;
const IDLE_MS = 60;
const MAX_WALL_SLACK = 10;
/** However busy the machine is, a case may take at most this many times its limit. */
const MAX_PATIENCE = 3;
/** How long to wait for a blocked loop; after that the server counts as lost. */
const RETURN_MS = 60_000;

/** Runs a case. A case that only exceeded its times runs once more: a machine stalls occasionally, a defect always. */
export async function runCase(stage: Stage, one: Case): Promise<Result> {
  const first = await runOnce(stage, one);
  const timely = first.problems.length === first.late.length;
  if (first.problems.length === 0 || !timely || stage.server.ended() !== null) return first;
  const second = await runOnce(stage, one);
  return second.problems.length === 0 ? second : first;
}

async function runOnce(stage: Stage, one: Case): Promise<Result & { late: string[] }> {
  const { server, world, bystander } = stage;
  const slack = await slackOf(server);
  const scene = await makeScene(server, world, one, slack.wall);
  const begunAt = performance.now();
  const before = await server.reset();
  await bystander.reset();
  const broken = await runSteps(scene, one, slack);
  for (const end of scene.ends) end();
  const after = await patiently(server.read());
  const waits = await bystander.read();
  const seconds = (performance.now() - begunAt) / 1000;
  const late = after === null ? [] : judgeCost(one.hold ?? {}, { before, after, waits, seconds, slack });
  const lost =
    after === null ? [server.ended() === null ? 'the event loop does not come back' : 'the server ended'] : [];
  return {
    family: one.family,
    name: one.name,
    problems: [...broken, ...lost, ...late],
    late,
    statuses: scene.statuses,
    blockMs: after?.blockMs ?? Number.NaN,
    cpuMs: after?.cpuMs ?? Number.NaN,
    rssMiB: (after?.rssMiB ?? Number.NaN) - before.rssMiB,
    seconds,
  };
}

async function makeScene(server: Server, world: World, { steps }: Case, wallSlack: number): Promise<Scene> {
  const receiver = await startReceiver();
  const scene: Scene = {
    port: server.port,
    world,
    receiver,
    mails: server.mails,
    wallSlack,
    actors: new Map(),
    values: { ...world.values, receiver: receiver.url },
    statuses: [],
    ends: [receiver.close],
  };
  for (const name of ['host', ...actorsOf(steps)]) {
    const member = await world.actor(name);
    scene.actors.set(name, member);
    for (const [key, value] of Object.entries(member)) scene.values[`${name}.${key}`] = value;
  }
  return scene;
}

/** How much longer things may take because of other load on the machine. */
type Slack = { cpu: number; wall: number };

/** Shared caches and clocks slow a thread down, and it waits for its turn like others. */
async function slackOf(server: Server): Promise<Slack> {
  await server.reset();
  await sleep(IDLE_MS);
  const { turnMs } = await server.read();
  const load = loadavg()[0]! / availableParallelism();
  const busy = turnMs > BUSY_STALL_MS || load > 1;
  return busy ? { cpu: 2, wall: Math.min(MAX_WALL_SLACK, Math.max(2, 2 * load)) } : { cpu: 1, wall: 1 };
}

async function runSteps(scene: Scene, one: Case, { wall }: Slack): Promise<string[]> {
  const limitMs = (one.hold?.seconds ?? DEFAULTS.seconds) * 1000 * Math.min(wall, MAX_PATIENCE);
  const all = (async () => {
    for (const step of one.steps) {
      const problems = await runStep(scene, step);
      if (problems.length > 0) return problems;
    }
    return [];
  })();
  const timeout = sleep(limitMs, [`no end after ${limitMs / 1000} s`], { ref: false });
  try {
    return await Promise.race([all, timeout]);
  } catch (error) {
    return [(error as Error).message];
  }
}

function patiently<T>(reading: Promise<T>): Promise<T | null> {
  return Promise.race([reading.catch(() => null), sleep(RETURN_MS, null, { ref: false })]);
}

type Cost = { before: Reading; after: Reading; waits: Waits; seconds: number; slack: Slack };

/**
 * Limits that the case exceeded. A block is measured in CPU time of its thread, so that a stalled machine does not
 * count.
 */
function judgeCost(hold: Hold, { before, after, waits, seconds, slack }: Cost): string[] {
  const {
    blockMs,
    peakMiB,
    othersMs,
    seconds: most,
    cpuMs,
  } = { cpuMs: Number.POSITIVE_INFINITY, ...DEFAULTS, ...hold };
  const grownMiB = after.peakMiB - before.rssMiB;
  const late: string[] = [];
  if (Math.min(after.blockMs, after.turnMs) > blockMs * slack.cpu)
    late.push(`the event loop was blocked for ${Math.round(after.blockMs)} ms, at most ${blockMs * slack.cpu}`);
  if (after.cpuMs > cpuMs * slack.cpu) late.push(`${Math.round(after.cpuMs)} ms of CPU, at most ${cpuMs * slack.cpu}`);
  if (grownMiB > peakMiB) late.push(`${Math.round(grownMiB)} MiB more at its peak, at most ${peakMiB}`);
  if (waits.longestMs > othersMs * slack.wall)
    late.push(`another client waited ${Math.round(waits.longestMs)} ms, at most ${Math.round(othersMs * slack.wall)}`);
  if (waits.failures.length > 0) late.push(`another client got ${waits.failures.join(', ')}`);
  if (seconds > most * slack.wall) late.push(`${Math.round(seconds)} s, at most ${Math.round(most * slack.wall)}`);
  return late;
}
