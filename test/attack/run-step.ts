import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Arrival, Bytes, Call, Mails, Sockets, Step, Wire } from './case.ts';
import { type Answer, exchange, hold, send } from './client.ts';
import { judgeCall, judgeWire } from './judge.ts';
import type { Receiver } from './receiver.ts';
import { fill, type Member, type Values, type World } from './world.ts';

const ANSWER_MS = 60_000;
const WIRE_MS = 3_000;
const SETTLE_MS = 1_000;

/** One case while it runs: its actors, what its steps stored, and what must be released at its end. */
export type Scene = {
  port: number;
  world: World;
  receiver: Receiver;
  /** The mails that the server has written. */
  mails(): Promise<string[]>;
  /** How much longer a response may take because of other load. */
  wallSlack: number;
  actors: Map<Actor, Member>;
  values: Values;
  statuses: number[];
  ends: (() => void)[];
};

/** Runs one step. Returns what did not hold. */
export async function runStep(scene: Scene, step: Step): Promise<string[]> {
  if ('pauseMs' in step) {
    await sleep(step.pauseMs);
    return [];
  }
  if ('arrives' in step) return awaitArrivals(scene, step);
  if ('mailsTo' in step) return countMails(scene, step);
  if ('sockets' in step) return holdSockets(scene, step);
  return 'wire' in step ? sendWire(scene, step) : sendCalls(scene, step);
}

export function actorsOf(steps: readonly Step[]): Actor[] {
  const named = steps.flatMap((step) =>
    'call' in step || 'wire' in step || 'sockets' in step ? [step.as ?? ('call' in step ? 'key' : 'nobody')] : [],
  );
  return [...new Set(named)];
}

async function awaitArrivals({ receiver, wallSlack }: Scene, step: Arrival): Promise<string[]> {
  const endAt = performance.now() + step.withinMs * wallSlack;
  while (receiver.arrived(step.arrives) < step.atLeast && performance.now() < endAt) await sleep(50);
  const count = receiver.arrived(step.arrives);
  return count >= step.atLeast ? [] : [`${step.arrives}: ${count} requests arrived, at least ${step.atLeast}`];
}

async function countMails({ mails, actors }: Scene, step: Mails): Promise<string[]> {
  await sleep(step.afterMs);
  const { email } = actors.get(step.mailsTo)!;
  const to = (await mails()).filter(
    (mail) => mail.includes(`To: ${email}`) && mail.includes(`Subject: pronet: ${step.subject}`),
  );
  return to.length === step.exactly ? [] : [`${to.length} mails "${step.subject}", not ${step.exactly}`];
}

async function sendCalls(scene: Scene, step: Call): Promise<string[]> {
  const { times = 1, parallel = 1 } = step;
  const body = step.body ? await step.body() : undefined;
  const query = step.query?.() ?? '';
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    while (next < times) answers.push(await sendOne(scene, step, next++, body, query));
  };
  await Promise.all(Array.from({ length: Math.min(parallel, times) }, work));
  scene.statuses.push(...answers.map(({ status }) => status));
  const problems = judgeCall({ ...step, expect: filledExpect(step, scene.values) }, answers, scene.wallSlack);
  if (problems.length === 0) keepValues(scene, step, answers.at(-1)!);
  return problems;
}

async function sendOne(scene: Scene, step: Call, n: number, given: Bytes | undefined, query: string): Promise<Answer> {
  const member = scene.actors.get(step.as ?? 'key')!;
  const values = { ...scene.values, n: String(n) };
  const [method = 'GET', path = '/'] = step.call.split(' ');
  const body = step.json === undefined ? given : fill(JSON.stringify(step.json), values);
  const profile = step.profile === undefined ? member.profile : step.profile;
  return send({
    port: scene.port,
    address: step.address ?? (step.manyAddresses ? scene.world.address() : member.address),
    method,
    path: fill(path, values) + query,
    headers: {
      ...(member.token === '' ? {} : { authorization: `Bearer ${member.token}` }),
      ...(profile === false || profile === '' ? {} : { 'x-profile-id': fill(profile, values) }),
      ...(body === undefined ? {} : { 'content-type': step.type ?? 'application/json' }),
      ...filledHeaders(step, values),
    },
    body,
    timeoutMs: ANSWER_MS,
  });
}

function filledHeaders({ headers }: Call, values: Values): Record<string, string | string[]> {
  const given = (typeof headers === 'function' ? headers() : headers) ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? fill(value, values) : value]),
  );
}

function filledExpect({ expect }: Call, values: Values): Call['expect'] {
  const { has, lacks } = expect;
  return {
    ...expect,
    ...(typeof has === 'string' ? { has: fill(has, values) } : {}),
    ...(typeof lacks === 'string' ? { lacks: fill(lacks, values) } : {}),
  };
}

function keepValues(scene: Scene, { call, keep }: Call, answer: Answer): void {
  if (!keep) return;
  const json: unknown = JSON.parse(answer.text);
  for (const [name, path] of Object.entries(keep)) {
    const value = path
      .split(/[.[\]]+/)
      .filter((key) => key !== '')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], json);
    if (value === undefined) throw new Error(`${call}: the answer has no ${path}`);
    scene.values[name] = String(value);
  }
}

async function sendWire(scene: Scene, step: Wire): Promise<string[]> {
  const { address } = scene.actors.get(step.as ?? 'nobody')!;
  const chunks = step.wire().map((chunk) => (typeof chunk === 'string' ? fill(chunk, scene.values) : chunk));
  const options = { waitMs: step.waitMs ?? WIRE_MS, deaf: step.deaf ?? false };
  // Keep listening if a second response or the end of the connection matters; otherwise the first response is enough.
  const answers = step.expect.closes || step.expect.maxAnswers !== undefined || step.deaf ? undefined : 1;
  const received = await Promise.all(
    Array.from({ length: step.connections ?? 1 }, () => exchange(scene.port, address, chunks, { ...options, answers })),
  );
  scene.statuses.push(...received.map(({ statuses }) => statuses[0] ?? 0));
  return [...new Set(received.flatMap((one) => judgeWire(step, one)))].slice(0, 5);
}

async function holdSockets(scene: Scene, step: Sockets): Promise<string[]> {
  const { address } = scene.actors.get(step.as ?? 'nobody')!;
  const first = [fill(step.send?.() ?? '', scene.values), ...(step.body ? [step.body()] : [])];
  const held = Array.from({ length: step.sockets }, () => hold(scene.port, address, first));
  let hasEnded = false;
  const reopen = async (at: number): Promise<void> => {
    await held[at]!.closed;
    await sleep(1000, undefined, { ref: false });
    if (hasEnded) return;
    held[at] = hold(scene.port, address, first);
    return reopen(at);
  };
  if (step.again) held.forEach((_, at) => void reopen(at));
  const trickle = setInterval(() => {
    for (const { socket } of held) if (step.trickle && socket.writable) socket.write('x'.repeat(step.trickle));
  }, 1000);
  scene.ends.push(() => {
    hasEnded = true;
    clearInterval(trickle);
    for (const { socket } of held) socket.destroy();
  });
  if (step.closedWithinMs === undefined) {
    await sleep(step.settleMs ?? SETTLE_MS);
    return [];
  }
  let open = held.length;
  const all = Promise.all(held.map(({ closed }) => closed.then(() => open--)));
  await Promise.race([all, sleep(step.closedWithinMs, undefined, { ref: false })]);
  return open === 0 ? [] : [`${open} of ${held.length} connections still open after ${step.closedWithinMs} ms`];
}
