import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { currentLoad, machineOf } from './harness/machine.ts';
import { type Running, startBareStream, startServer } from './harness/processes.ts';
import { makeCall, seedWorld } from './harness/seed.ts';
import { directConversation, makeContacts } from './harness/seed-network.ts';
import { quantile } from './media/reads.ts';
import type { StreamLoad } from './report/results.ts';
import type { Member } from './scenarios/scenario.ts';
import { keyOf, openStreams, type Streams } from './stream/streams.ts';
import { mixedWrites, postBy, type Write, type Written, writeAtRate } from './stream/writes.ts';

const USAGE = `node bench/stream-load.ts [--streams 50] [--rate 50] [--seconds 10] [--json FILE]

Measures how soon event streams report a write on a server as it ships. Members with five streams each publish posts, react
and send messages at a steady rate (writes per second). The delay of an event is the time from the start of its write to its
arrival at each of the reader's streams. The floor inserts and notifies.`;
/** As many as the server allows for each credential. */
const STREAMS_EACH = 5;
const WARM_UP_SECONDS = 2;
/** How long to wait for the rest after the last write. */
const PATIENCE_MS = 10_000;

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '50' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const [count, rate, seconds] = [Number(values.streams), Number(values.rate), Number(values.seconds)];

type World = { members: Member[]; conversationIds: string[] };

/** Pairs of contacts, with a conversation each. */
async function seedPairs(url: string): Promise<World> {
  const pairs = Math.ceil(count / STREAMS_EACH / 2);
  const { members } = await seedWorld(url, directory, { members: 2 * pairs, posts: 0, avatars: false });
  const call = makeCall(url);
  const conversationIds: string[] = [];
  for (let place = 0; place < members.length; place += 2) {
    const [one, other] = [members[place]!, members[place + 1]!];
    await makeContacts(call, one, other);
    conversationIds.push(await directConversation(call, one, other));
  }
  return { members, conversationIds };
}

/** The arrivals of a write's event at the streams of its reader. */
const arrivalsOf = ({ arrivals }: Streams, { write, objectId }: Written) =>
  arrivals.get(keyOf(write.reader.profileId, write.type, objectId)) ?? [];

async function measure(
  side: string,
  server: Running,
  members: Member[],
  next: () => Write,
): Promise<StreamLoad['sides'][number]> {
  const streams = await openStreams(server, members, count);
  await writeAtRate(server, { rate, seconds: WARM_UP_SECONDS }, next);
  const written = await writeAtRate(server, { rate, seconds }, next);
  const missing = () =>
    written.reduce((sum, one) => {
      return sum + Math.max(0, streams.countOf(one.write.reader) - arrivalsOf(streams, one).length);
    }, 0);
  const until = performance.now() + PATIENCE_MS;
  while (missing() > 0 && performance.now() < until) await sleep(20);
  streams.close();
  const afterStart = written.flatMap((one) => arrivalsOf(streams, one).map((at) => at - one.beganAt));
  const responses = written.map(({ beganAt, answeredAt }) => answeredAt - beganAt);
  const at = (times: readonly number[], share: number) => Math.round(quantile(times, share) * 10) / 10;
  return {
    side,
    writes: written.length,
    arrivals: afterStart.length,
    missing: missing(),
    responseP50Ms: at(responses, 0.5),
    responseP99Ms: at(responses, 0.99),
    afterStartP50Ms: at(afterStart, 0.5),
    afterStartP99Ms: at(afterStart, 0.99),
  };
}

/** The member whose turn it is publishes a post. */
function postsInTurn(members: readonly Member[]): () => Write {
  let number = 0;
  return () => postBy(members[number++ % members.length]!);
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-stream-load-'));
let server: Running | undefined;
let floor: Running | undefined;
try {
  server = await startServer(directory);
  const { members, conversationIds } = await seedPairs(server.url);
  floor = await startBareStream(directory);
  const machine = await machineOf(join(directory, 'data'), currentLoad());
  const sides = [
    await measure('server', server, members, mixedWrites(members, conversationIds)),
    await measure('bare floor', floor, members, postsInTurn(members)),
  ];
  machine.load.end = currentLoad();
  const result: StreamLoad = { machine, streams: count, rate, sides };
  console.table(sides);
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await floor?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}
