import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebhookError, webhooks } from '@pronet/client';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/source-files.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const ANOTHER = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const ID = '01a1fec7-4f91-73ec-a598-1dfaaa9fdf23';
const BODY = JSON.stringify({ type: 'message.created', timestamp: '2026-11-22T10:00:00.000Z', data: { id: ID } });

/** The headers that the reference implementation makes. */
function signed({ body = BODY, secret = SECRET, at = new Date() } = {}): Record<string, string> {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(ID, at, body),
  };
}
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
/** During a rotation: a signature of the next secret, one of an unknown version, then ours. */
const rotated = () => {
  const headers = signed();
  const others = `${signed({ secret: ANOTHER })['webhook-signature']} v2,bm90LW91cnM=`;
  return { ...headers, 'webhook-signature': `${others} ${headers['webhook-signature']}` };
};
/** What an empty or shortened setting gives: a forger can guess its key. */
const INCOMPLETE = ['', 'whsec_', SECRET.slice(0, 20), 'whsec_*'];
const forgedWith = (secret: string): Record<string, string> => {
  const headers = signed();
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${ID}.${headers['webhook-timestamp']}.${BODY}`;
  return { ...headers, 'webhook-signature': `v1,${createHmac('sha256', key).update(content).digest('base64')}` };
};
const without = (name: string) => ({ ...signed(), [name]: undefined }) as unknown as Record<string, string>;

const GENUINE: Record<string, () => Record<string, string>> = {
  'a signed request': signed,
  'one of four minutes ago': () => signed({ at: minutesFromNow(-4) }),
  'one with several signatures': rotated,
};
const FORGED: Record<string, () => Record<string, string>> = {
  'another secret': () => signed({ secret: ANOTHER }),
  'another body': () => signed({ body: '{}' }),
  'another id': () => ({ ...signed(), 'webhook-id': '01a1fec7-4f91-73ec-a598-1dfaaa9fdf24' }),
  'an old timestamp': () => signed({ at: minutesFromNow(-6) }),
  'a timestamp of the future': () => signed({ at: minutesFromNow(6) }),
  'a timestamp that is not a number': () => ({ ...signed(), 'webhook-timestamp': 'now' }),
  'a timestamp of other digits': () => ({ ...signed(), 'webhook-timestamp': '\u00b2' }),
  'an unknown version': () => ({
    ...signed(),
    'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2'),
  }),
  'a signature that is not base64': () => ({ ...signed(), 'webhook-signature': 'v1,*' }),
  'no signature': () => without('webhook-signature'),
  'no timestamp': () => without('webhook-timestamp'),
};

describe('webhooks.verify', () => {
  test.each(Object.entries(GENUINE))('accepts %s', async (_name, make) => {
    expect(await webhooks.verify(BODY, make(), SECRET)).toEqual(JSON.parse(BODY));
    expect(await webhooks.verify(Buffer.from(BODY), new Headers(make()), SECRET)).toEqual(JSON.parse(BODY));
  });

  test('accepts what webhooks.sign signs, as the reference implementation does', async () => {
    const at = new Date();
    const timestamp = at.getTime() / 1000;
    expect(await webhooks.sign(BODY, SECRET, { id: ID, timestamp })).toEqual(signed({ at }));
    expect(await webhooks.verify(BODY, await webhooks.sign(Buffer.from(BODY), SECRET), SECRET)).toEqual(
      JSON.parse(BODY),
    );
    const old = await webhooks.sign(BODY, SECRET, { timestamp: timestamp - 400 });
    await expect(webhooks.verify(BODY, old, SECRET)).rejects.toThrow(WebhookError);
    expect(await webhooks.verify(BODY, old, SECRET, { toleranceSeconds: 500 })).toEqual(JSON.parse(BODY));
  });

  test.each(Object.entries(FORGED))('refuses %s', async (_name, make) => {
    await expect(webhooks.verify(BODY, make(), SECRET)).rejects.toThrow(WebhookError);
  });

  test('refuses a signed body that is not JSON', async () => {
    await expect(webhooks.verify('{', signed({ body: '{' }), SECRET)).rejects.toThrow(
      new WebhookError('The body is not JSON.'),
    );
  });

  test.each(INCOMPLETE)('throws a TypeError for the secret "%s"', async (secret) => {
    const expected = new TypeError('The secret of the webhook is empty or incomplete. It begins with whsec_.');
    await expect(webhooks.verify(BODY, forgedWith(secret), secret)).rejects.toThrow(expected);
    await expect(webhooks.sign(BODY, secret)).rejects.toThrow(expected);
  });
});

describe.each([
  ['examples/webhook-receiver/receiver.mjs', process.execPath],
  ['examples/webhook-receiver/receiver.py', 'python3'],
  ['clients/python/examples/receive_webhooks.py', 'python3'],
])('the example %s', (file, program) => {
  const isMissing = spawnSync(program, ['--version']).error !== undefined;
  const PYTHONPATH = join(ROOT, 'clients/python/src');

  test.skipIf(isMissing).each(['', 'whsec_', SECRET.slice(0, 22)])('does not start with the secret "%s"', (secret) => {
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0', PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
    const { status, stdout, stderr } = spawnSync(program, [join(ROOT, file)], {
      env,
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('is empty or incomplete. It begins with whsec_.');
  });

  test.skipIf(isMissing)('says that its port is used', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const env = {
      ...process.env,
      WEBHOOK_SECRET: SECRET,
      PORT: String(port),
      PYTHONPATH,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const { status, stderr } = spawnSync(program, [join(ROOT, file)], { env, encoding: 'utf8', timeout: 10_000 });
    taken.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Cannot listen on port ${port}: .+ Set PORT to another one\\.\\s*$`));
  });

  test.skipIf(isMissing)(
    'prints each genuine event once, refuses the others, and survives a lost connection',
    async () => {
      const env = { ...process.env, WEBHOOK_SECRET: SECRET, PORT: '0', PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
      const child = spawn(program, [join(ROOT, file)], { env });
      try {
        const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
        const port = ((await lines.next()).value as string).split(' ')[1];
        const send = async (headers: Record<string, string>) => {
          const kept = Object.entries(headers).filter(([, value]) => value !== undefined);
          return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: kept, body: BODY })).status;
        };
        await sendHalf(Number(port));
        for (const make of Object.values(FORGED)) expect(await send(make()), make.toString()).toBe(400);
        for (const make of Object.values(GENUINE)) expect(await send(make()), make.toString()).toBe(204);
        expect((await lines.next()).value).toBe(`${ID} message.created`);
        await end(child);
        expect((await lines.next()).done).toBe(true);
      } finally {
        await end(child);
      }
    },
  );
});

/** Disconnects in the middle of the body. */
async function sendHalf(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${BODY.length}\r\n\r\n{`);
  socket.end();
  await once(socket.resume(), 'close');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
