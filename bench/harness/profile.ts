import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario, World } from '../scenarios/scenario.ts';
import { makeTraffic, runLoad, wholePasses } from './load.ts';
import { startServer } from './processes.ts';
import { markdown } from './report.ts';

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] };
/** The output of `node --cpu-prof`. Times are in microseconds of the monotonic clock. */
type Profile = { nodes: Node[]; startTime: number; samples: number[]; timeDeltas: number[] };
type Times = { selfUs: number; totalUs: number };

const INTERVAL_US = 250;
const FUNCTIONS_SHOWN = 40;
const WARM_UPS = 2;
const ROOT = new URL('../../', import.meta.url).href;

/** Where the main thread of the server spends its time in one scenario, per request. */
export type Profiled = { title: string; usPerRequest: number; parts: { name: string; us: number }[] };

/** Shows where the server's main thread spends its time in one scenario, without start and warm-up. */
export async function profile(
  scenario: Scenario,
  options: { world: World; directory: string; scale: number },
): Promise<{ text: string; profiled: Profiled }> {
  const folder = join(options.directory, `profile-${scenario.name}`);
  const server = await startServer(options.directory, [
    '--cpu-prof',
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-interval=${INTERVAL_US}`,
  ]);
  let window: [number, number];
  let requests: number;
  try {
    const traffic = await makeTraffic(scenario, options.world, 'server');
    requests = wholePasses(scenario.requests * options.scale, traffic);
    for (let round = 0; round < WARM_UPS; round++) await runLoad(server, traffic, requests, options.directory);
    const beganAt = monotonicUs();
    await runLoad(server, traffic, requests, options.directory);
    window = [beganAt, monotonicUs()];
  } finally {
    await server.stop();
  }
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  const recorded = JSON.parse(readFileSync(join(folder, file!), 'utf8')) as Profile;
  return summary(scenario.title, recorded, window, requests);
}

const monotonicUs = () => Number(process.hrtime.bigint() / 1000n);

function summary(title: string, recorded: Profile, [from, to]: [number, number], requests: number) {
  const nodes = new Map(recorded.nodes.map((node) => [node.id, node]));
  const parents = new Map(recorded.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const functions = new Map<string, Times>();
  const places = new Map<string, Times>();
  const parts = new Map<string, Times>();
  let at = recorded.startTime;
  let busyUs = 0;
  recorded.samples.forEach((id, index) => {
    at += recorded.timeDeltas[index]!;
    const tookUs = recorded.timeDeltas[index + 1] ?? 0;
    const frame = nodes.get(id)!.callFrame;
    if (at < from || at > to || frame.functionName === '(idle)') return;
    busyUs += tookUs;
    const seen = new Set<string>();
    for (let one: number | undefined = id; one !== undefined; one = parents.get(one)) {
      const { callFrame } = nodes.get(one)!;
      addTime(functions, nameOf(callFrame), tookUs, one === id, seen);
      addTime(places, placeOf(callFrame), tookUs, one === id, seen);
      addTime(parts, partOf(placeOf(callFrame)), tookUs, one === id, seen);
    }
  });
  const rows = (times: Map<string, Times>, shown: number) =>
    [...times]
      .filter(([name]) => name !== '(root)')
      .sort(([, a], [, b]) => b.selfUs - a.selfUs)
      .slice(0, shown)
      .map(([name, { selfUs, totalUs }]) => [
        name,
        (selfUs / requests).toFixed(2),
        `${((100 * selfUs) / busyUs).toFixed(1)} %`,
        (totalUs / requests).toFixed(1),
      ]);
  const columns = ['self us/request', 'self', 'with callees us/request'];
  const text = [
    `${title}: ${(busyUs / requests).toFixed(1)} us of the main thread a request (with the profiler's own cost)`,
    markdown(['place', ...columns], rows(places, FUNCTIONS_SHOWN)),
    markdown(['function', ...columns], rows(functions, FUNCTIONS_SHOWN)),
  ].join('\n\n');
  const profiled: Profiled = {
    title,
    usPerRequest: busyUs / requests,
    parts: [...parts]
      .map(([name, { selfUs }]) => ({ name, us: selfUs / requests }))
      .filter(({ us }) => us > 0)
      .sort((a, b) => b.us - a.us),
  };
  return { text, profiled };
}

/** Counts a recursive function once per sample. */
function addTime(times: Map<string, Times>, name: string, tookUs: number, isSelf: boolean, seen: Set<string>): void {
  const known = times.get(name) ?? { selfUs: 0, totalUs: 0 };
  if (isSelf) known.selfUs += tookUs;
  if (!seen.has(name)) known.totalUs += tookUs;
  seen.add(name);
  times.set(name, known);
}

function nameOf(frame: Node['callFrame']): string {
  const name = frame.functionName || '(anonymous)';
  return frame.url === '' ? name : `${name} ${shortUrl(frame.url)}:${frame.lineNumber + 1}`;
}

/** The package, the file of pronet, or the part of Node. */
function placeOf({ url, functionName }: Node['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  const short = shortUrl(url);
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(short);
  return inPackage ? `package ${inPackage[1]}` : short;
}

/** The folder of pronet, the package, or one of Node, native code and garbage collection. */
function partOf(place: string): string {
  if (place.startsWith('node:')) return 'Node.js';
  if (place === '(garbage collector)') return 'garbage collection';
  if (place.startsWith('(')) return 'native code';
  return /^src\/[^/]+(?=\/)/.exec(place)?.[0] ?? place;
}

function shortUrl(url: string): string {
  return url.replace(ROOT, '');
}
