import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Reading } from './probe.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'src/main.js');
const PROBE = new URL('./probe.ts', import.meta.url).href;
const READY_MS = 120_000;
const END_MS = 15_000;

export type Server = {
  port: number;
  /** Its output while exiting; null while it runs. */
  ended(): string | null;
  reset(): Promise<Reading>;
  read(): Promise<Reading>;
  /** Collects garbage, then reads. */
  collect(): Promise<Reading>;
  /** The mails that it has written, without SMTP. */
  mails(): Promise<string[]>;
  /** Runs another command of the program on the same data. */
  command(...args: string[]): Promise<{ code: number; output: string }>;
  stop(): Promise<void>;
};

/** Starts the server by the `start` script of package.json, with an empty DATA_DIR on a free port. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-attack-'));
  const ear = join(folder, 'probe');
  const probe = listen(ear);
  const settings = { ...inheritable(), DATA_DIR: join(folder, 'data'), ...env };
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const child = spawn('sh', ['-c', scripts.start.replace('src/main.js', `'${MAIN}'`)], {
    cwd: folder,
    env: { ...settings, PORT: '0', ATTACK_PROBE: ear, NODE_OPTIONS: `--expose-gc --import=${PROBE}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  const port = await untilReady(child, output);
  const { socket, pid } = await probe.connected;
  return {
    port,
    ended: () => (child.exitCode === null && child.signalCode === null ? null : output().slice(-2000)),
    reset: () => probe.order(socket, 'reset'),
    read: () => probe.order(socket, 'read'),
    collect: () => probe.order(socket, 'collect'),
    mails: () => readMails(join(folder, 'data/mail')),
    command: (...args) => runCommand(folder, settings, args),
    async stop() {
      await end(child, pid);
      probe.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Nothing else from the environment of the tests: a PORT or DATABASE_URL there must not reach the server. */
function inheritable(): Record<string, string> {
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { PATH: path };
}

function listen(path: string) {
  const waiting: ((reading: Reading) => void)[] = [];
  let rest = '';
  const server = createServer();
  server.listen(path);
  const connected = new Promise<{ socket: Socket; pid: number }>((resolve) => {
    server.once('connection', (socket) => {
      socket.setEncoding('utf8').once('data', (first) => {
        resolve({ socket, pid: Number(String(first).trim()) });
        socket.on('data', (text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop()!;
          for (const line of lines) waiting.shift()?.(JSON.parse(line) as Reading);
        });
      });
      socket.on('error', () => undefined);
    });
  });
  return {
    connected,
    close: () => server.close(),
    order(socket: Socket, order: string): Promise<Reading> {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the server process has ended'));
        socket.once('close', () => reject(new Error('the server process has ended')));
        waiting.push((reading) => {
          socket.removeAllListeners('close');
          resolve(reading);
        });
        socket.write(`${order}\n`);
      });
    },
  };
}

/** The last part of a process's output. */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const keep = (chunk: unknown) => {
    text = (text + chunk).slice(-100_000);
  };
  child.stdout!.setEncoding('utf8').on('data', keep);
  child.stderr!.setEncoding('utf8').on('data', keep);
  return () => text;
}

async function untilReady(child: ChildProcess, output: () => string): Promise<number> {
  for (const begunAt = performance.now(); performance.now() < begunAt + READY_MS; await sleep(20)) {
    const ready = /"base_url":"http:\/\/[^"]*:(\d+)"[^\n]*"msg":"ready"/.exec(output());
    if (ready) return Number(ready[1]);
    if (child.exitCode !== null) break;
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start: ${output()}`);
}

async function runCommand(cwd: string, env: Record<string, string>, args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  await once(child, 'close');
  return { code: child.exitCode ?? 1, output: output() };
}

/** A shell may be in between, so the server itself gets the signal. */
async function end(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended between the check and the signal.
    }
  };
  send('SIGTERM');
  const timer = setTimeout(() => send('SIGKILL'), END_MS);
  await closed;
  clearTimeout(timer);
}
