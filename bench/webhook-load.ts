import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { joinEmbedded } from '../src/db/embedded.ts';
import { currentLoad, machineOf } from './harness/machine.ts';
import { cpuTimeUs, databaseCpuUs, type Running, rssMiB, startServer } from './harness/processes.ts';
import { PASSWORD } from './harness/seed.ts';
import type { WebhookLoad } from './report/results.ts';

const USAGE = `node bench/webhook-load.ts [--rate 1500] [--seconds 10] [--json FILE]

Measures deliveries to local receivers on a server as it ships. Five accounts have ten webhooks each, so each event of one
of their profiles becomes ten deliveries. Events are inserted at a steady rate, in deliveries per second. The latency is the time from the commit
of an event to its arrival.`;
const ACCOUNTS = 5;
const WEBHOOKS = 10;
const TICK_MS = 50;
/** How long to wait for the rest after the last event. */
const PATIENCE_MS = 60_000;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const seconds = Number(values.seconds);
const eventsPerTick = (Number(values.rate) / WEBHOOKS) * (TICK_MS / 1000);

const latenciesMs: number[] = [];
const repeated = new Set<string>();
let repeats = 0;
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const seen = `${request.url} ${request.headers['webhook-id']}`;
  if (repeated.has(seen)) repeats++;
  repeated.add(seen);
  latenciesMs.push(Date.now() - Number(JSON.parse(body).data.data.at));
  response.writeHead(204).end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

async function call<T>(address: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()).data;
}

/** Creates accounts with their webhooks. Returns the profiles whose events are sent. */
async function createWebhooks(url: string): Promise<string[]> {
  const profileIds: string[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const account = { email: `load-${number}@example.com`, password: PASSWORD };
    const { session } = await call<{ session: { token: string } }>(`${url}/v1/account`, account);
    const profile = { type: 'human', username: `load-${number}`, name: 'Robin Example' };
    const { id } = await call<{ id: string }>(`${url}/v1/profiles`, profile, session.token);
    for (let n = 0; n < WEBHOOKS; n++) {
      const webhook = { url: `http://127.0.0.1:${port}/${number}/${n}`, types: ['post.updated'] };
      await call(`${url}/v1/webhooks`, webhook, session.token);
    }
    profileIds.push(id);
  }
  return profileIds;
}

const insertEvents = `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
  select gen_random_uuid(), now(), 'post.updated', ($1::uuid[])[1 + n % ${ACCOUNTS}], 'post', gen_random_uuid(), jsonb_build_object('at', $3::float8)
  from generate_series(1, $2) n`;

/** Inserts events at a steady rate. Returns how many. */
async function produce(client: pg.Client, profileIds: readonly string[]): Promise<number> {
  const begin = performance.now();
  let sent = 0;
  for (let tick = 1; performance.now() - begin < seconds * 1000; tick++) {
    const due = Math.floor(tick * eventsPerTick) - sent;
    if (due > 0) await client.query(insertEvents, [profileIds, due, Date.now()]);
    sent += due;
    await sleep(Math.max(0, begin + tick * TICK_MS - performance.now()));
  }
  return sent;
}

const directory = await mkdtemp(join(tmpdir(), 'pronet-webhook-load-'));
let server: Running | undefined;
try {
  server = await startServer(directory, [], { WEBHOOK_ALLOW_LOOPBACK: 'true' });
  const { connection } = await joinEmbedded({ dataDir: join(directory, 'data') });
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  const profileIds = await createWebhooks(server.url);
  const machine = await machineOf(join(directory, 'data'), currentLoad());
  const [node, database, begin] = [cpuTimeUs(server.pid), databaseCpuUs(directory), performance.now()];
  const expected = (await produce(client, profileIds)) * WEBHOOKS;
  const until = performance.now() + PATIENCE_MS;
  while (latenciesMs.length < expected && performance.now() < until) await sleep(20);
  const elapsedMs = performance.now() - begin;
  const share = (usedUs: number) => Math.round((usedUs / 1000 / elapsedMs) * 100) / 100;
  latenciesMs.sort((a, b) => a - b);
  const at = (part: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * part)]!;
  machine.load.end = currentLoad();
  const result: WebhookLoad = {
    machine,
    webhooks: ACCOUNTS * WEBHOOKS,
    expected,
    received: latenciesMs.length,
    repeats,
    deliveriesPerSecond: Math.round((latenciesMs.length / elapsedMs) * 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    nodeCores: share(cpuTimeUs(server.pid) - node),
    postgresCores: share(databaseCpuUs(directory) - database),
    rssMiB: rssMiB(server.pid),
  };
  await client.end();
  console.table([{ ...result, machine: undefined }]);
  if (values.json) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await server?.stop();
  receiver.closeAllConnections();
  receiver.close();
  await rm(directory, { recursive: true, force: true });
}
