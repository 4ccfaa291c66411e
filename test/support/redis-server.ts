import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { LuaFactory } from 'wasmoon';

type Value = string | number | boolean | Value[];
type Stored = { fields: Map<string, string>; endsAt: number };

/** A Redis server with what the counters need: scripts, in a real Lua, on hashes that expire. */
export async function startRedis() {
  const lua = await new LuaFactory().createEngine({ enableProxy: false });
  const hashes = new Map<string, Stored>();
  const scripts = new Map<string, string>();
  const sockets = new Set<Socket>();
  let hangs = false;
  let afterAnswer = () => {};

  const hashOf = (key: string): Stored => {
    const known = hashes.get(key);
    return known && known.endsAt > Date.now() ? known : { fields: new Map(), endsAt: Number.POSITIVE_INFINITY };
  };
  function call(name: string, key: string, ...given: (string | number)[]): Value {
    const { fields, endsAt } = hashOf(key);
    const rest = given.map(String);
    switch (name) {
      case 'TIME':
        return [String(Math.floor(Date.now() / 1000)), String((Date.now() % 1000) * 1000)];
      case 'HGET':
        return fields.get(rest[0]!) ?? false;
      case 'HSET':
        for (let at = 0; at < rest.length; at += 2) fields.set(rest[at]!, rest[at + 1]!);
        hashes.set(key, { fields, endsAt });
        return rest.length / 2;
      case 'HINCRBY':
        fields.set(rest[0]!, String(Number(fields.get(rest[0]!) ?? 0) + Number(rest[1])));
        return Number(fields.get(rest[0]!));
      case 'PEXPIRE':
        hashes.set(key, { fields, endsAt: Date.now() + Number(rest[0]) });
        return 1;
      case 'DEL':
        return Number(hashes.delete(key));
      default:
        throw new Error(`no command ${name}`);
    }
  }
  lua.global.set('redis', { call });

  function run(script: string, [count, ...given]: string[]): string {
    lua.global.set('KEYS', given.slice(0, Number(count)));
    lua.global.set('ARGV', given.slice(Number(count)));
    return written(lua.doStringSync(script) as Value);
  }

  function answer([name, ...args]: string[]): string {
    switch (name!.toUpperCase()) {
      case 'EVAL':
        scripts.set(createHash('sha1').update(args[0]!).digest('hex'), args[0]!);
        return run(args[0]!, args.slice(1));
      case 'EVALSHA': {
        const script = scripts.get(args[0]!);
        return script === undefined ? '-NOSCRIPT No matching script.\r\n' : run(script, args.slice(1));
      }
      case 'INFO':
        return written('redis_version:7.0.0\r\nloading:0\r\n');
      default:
        return '+OK\r\n';
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      for (let read = commandIn(text); read && !hangs; read = commandIn(text)) {
        text = text.slice(read.length);
        socket.write(answer(read.words));
        afterAnswer();
      }
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: () => [...hashes.keys()],
    hang(value: boolean) {
      hangs = value;
    },
    /** Blocks this process after the next response, before anybody can read it. */
    blockOnce(ms: number) {
      afterAnswer = () => {
        afterAnswer = () => {};
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      };
    },
    stop,
    startAgain: () => listen(port),
  };
}

/** The first whole command of the protocol in a text: an array of strings. */
function commandIn(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  const words: string[] = [];
  let at = head[0].length;
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20));
    if (!size) return null;
    at += size[0].length;
    if (text.length < at + Number(size[1]) + 2) return null;
    words.push(text.slice(at, at + Number(size[1])));
    at += Number(size[1]) + 2;
  }
  return { words, length: at };
}

function written(value: Value): string {
  if (Array.isArray(value)) return `*${value.length}\r\n${value.map(written).join('')}`;
  if (typeof value === 'number') return `:${value}\r\n`;
  return `$${String(value).length}\r\n${value}\r\n`;
}
