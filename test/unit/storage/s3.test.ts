import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BlobStore, newBlobKey } from '../../../src/adapters/storage/blob-store.ts';
import { makeS3Store, openS3Store, type S3Timeouts } from '../../../src/adapters/storage/s3.ts';
import type { ApiError } from '../../../src/core/errors.ts';
import { noise } from '../../support/pictures.ts';
import { type S3Server, s3Options, startS3Server } from '../../support/s3-server.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/** Behavior specific to S3: pages, batches, and every fault of a remote server. */

const WEBP = { contentType: 'image/webp' };
const TIMEOUTS: S3Timeouts = { connectMs: 200, callMs: 250, readMs: 1000 };
/** For calls that must succeed on a busy machine. */
const PATIENT: S3Timeouts = { connectMs: 2000, callMs: 1500, readMs: 2500 };
/** What such a machine may add to a deadline. */
const GRACE_MS = 5000;

let server: S3Server;
let proxy: TcpProxy;
let store: BlobStore;
let patient: BlobStore;
const there = newBlobKey();
const bytes = noise(400_000, 3);
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startTcpProxy(server.port);
  store = makeS3Store(s3Options(proxy.port, { timeouts: TIMEOUTS }));
  patient = makeS3Store(s3Options(proxy.port, { timeouts: PATIENT }));
  await patient.put(there, bytes, WEBP);
});
afterEach(() => proxy.set({ kind: 'none' }));
afterAll(async () => {
  store.close();
  patient.close();
  await proxy.close();
  await server.close();
});

const keysOf = async (of: BlobStore) => {
  const keys: string[] = [];
  for await (const { key } of of.list()) keys.push(key);
  return keys;
};
/** Every call of a store, starting from scratch each time. */
const CALLS: Record<string, (of: BlobStore) => Promise<unknown>> = {
  put: (of) => of.put(newBlobKey(), bytes, WEBP),
  open: (of) => of.open(there),
  remove: (of) => of.remove([newBlobKey()]),
  list: keysOf,
  ready: (of) => of.ready(),
};

async function expectUnavailable(call: () => Promise<unknown>): Promise<ApiError> {
  const beganAt = performance.now();
  const failure = await call().then(
    (value) => expect.unreachable(`it gave ${value}`),
    (error) => error,
  );
  expect(failure).toMatchObject({ code: 'service_unavailable', statusCode: 503 });
  expect(performance.now() - beganAt).toBeLessThan(TIMEOUTS.callMs + GRACE_MS);
  return failure;
}

/** A store whose server is a few lines of HTTP. */
async function storeOn(listener: RequestListener, { timeouts = PATIENT, prefix = '' } = {}): Promise<BlobStore> {
  const double = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => double.once('listening', resolve));
  const { port } = double.address() as AddressInfo;
  const made = makeS3Store(s3Options(port, { timeouts, prefix }));
  onTestFinished(() => {
    made.close();
    double.closeAllConnections();
    double.close();
  });
  return made;
}

describe.each(Object.entries(CALLS))('%s', (name, call) => {
  test.each([
    [{ kind: 'refuse' }],
    [{ kind: 'hang' }],
    [{ kind: 'slow', bytes: 1, everyMs: 100 }],
    [{ kind: 'reset', afterBytes: 0 }],
    [{ kind: 'reset', afterBytes: 60 }],
  ] as const)('a connection with the fault %j: unavailable in time, and recovers by itself', async (fault) => {
    await proxy.set(fault);
    await expectUnavailable(() => call(store));
    await proxy.set({ kind: 'none' });
    // A busy machine may need several calls until one completes.
    await vi.waitFor(async () => {
      const value = await call(store);
      if (name === 'open') expect(await buffer((value as { stream: never }).stream)).toHaveLength(bytes.length);
    }, 5000);
  });

  test.each([
    ['500', 500, '<Error><Code>InternalError</Code></Error>'],
    ['503 that asks to come back in an hour', 503, '<Error><Code>SlowDown</Code></Error>'],
    ['403', 403, '<Error><Code>AccessDenied</Code></Error>'],
    ['404 of the bucket', 404, '<Error><Code>NoSuchBucket</Code></Error>'],
  ])('a server that answers %s: unavailable in time', async (_name, status, body) => {
    const answer: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml', 'retry-after': '3600' }).end(body);
    };
    const failing = await storeOn(answer, { timeouts: TIMEOUTS });
    const failure = await expectUnavailable(() => call(failing));
    expect(failure.message).toContain('object store');
    expect(failure.message).not.toContain('127.0.0.1');
  });
});

test('a retry handles a temporary fault', async () => {
  let calls = 0;
  const failing = await storeOn((request, response) => {
    calls += 1;
    request.resume().once('end', () => response.writeHead(calls === 1 ? 500 : 200).end());
  });
  await failing.put(newBlobKey(), bytes, WEBP);
  expect(calls).toBe(2);
});

test('an invalid list is not an empty list', async () => {
  const failing = await storeOn((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' }).end('<ListBucketResult><Contents><Key>');
  });
  await expectUnavailable(() => keysOf(failing));
});

describe('a picture whose bytes break off', () => {
  const opened = async (fault: Parameters<TcpProxy['set']>[0]) => {
    await proxy.set(fault);
    return (await patient.open(there))!.stream;
  };

  test('because the connection is cut: the stream fails and does not end', async () => {
    await expect(buffer(await opened({ kind: 'reset', afterBytes: 200_000 }))).rejects.toThrow();
  });

  test('because the connection is slow: all waiting together may take the time of one call', async () => {
    const stream = await opened({ kind: 'slow', bytes: 500, everyMs: 20 });
    const beganAt = performance.now();
    // The second on a machine that is busy as well.
    await expect(buffer(stream)).rejects.toThrow(/kept waiting|not read within/);
    expect(performance.now() - beganAt).toBeLessThan(PATIENT.callMs + GRACE_MS);
  });

  test('because of a slow reader: it still gets everything', async () => {
    const stream = await opened({ kind: 'none' });
    await new Promise((resolve) => setTimeout(resolve, PATIENT.callMs + 200));
    expect((await buffer(stream)).equals(bytes)).toBe(true);
  });

  test('because of a reader that stopped: the connection is released', async () => {
    const stream = await opened({ kind: 'none' });
    // Buffers are not kept either: what was not read in time is lost even if it had arrived.
    const ended = new Promise((resolve) => stream.once('error', resolve));
    await new Promise((resolve) => setTimeout(resolve, PATIENT.readMs + 100));
    stream.resume();
    expect(await ended).toMatchObject({ message: expect.stringContaining('not read within') });
  });
});

// Uses a double: the real server encrypts the token of the next page with a cipher that OpenSSL no longer has.
test('more objects than one page lists and one call removes', async () => {
  const keys = Array.from({ length: 2503 }, newBlobKey).sort();
  const removed: number[] = [];
  const many = await storeOn(
    async (request, response) => {
      const body = await text(request);
      const query = new URL(request.url!, 'http://x').searchParams;
      if (query.has('delete')) {
        removed.push(body.match(/<Key>our\//g)!.length);
        return response.end('<DeleteResult></DeleteResult>');
      }
      const from = Number(query.get('continuation-token') ?? 0);
      const contents = keys.slice(from, from + 1000).map((key) => {
        return `<Contents><Key>our/${key}</Key><Size>4</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
      });
      const more = from + 1000 < keys.length ? `<NextContinuationToken>${from + 1000}</NextContinuationToken>` : '';
      const notOurs = '<Contents><Key>our/notes.txt</Key></Contents>';
      response.end(`<ListBucketResult>${contents.join('')}${notOurs}${more}</ListBucketResult>`);
    },
    { prefix: 'our/' },
  );
  expect(await keysOf(many)).toEqual(keys);
  await many.remove(keys);
  expect(removed).toEqual([1000, 1000, 503]);
});

// Servers older than the SDK's CRC32 know no other checksum, and refuse a removal without one.
test('a server that requires Content-MD5 gets it in removals, signed', async () => {
  const asked: { checksums: string[]; signature: string | undefined }[] = [];
  const strict = await storeOn(async (request, response) => {
    const md5 = createHash('md5')
      .update(await text(request))
      .digest('base64');
    const { headers } = request;
    if (headers['content-md5'] !== md5) {
      return response.writeHead(400).end('<Error><Code>MissingContentMD5</Code></Error>');
    }
    const checksums = Object.keys(headers).filter((name) => name.includes('checksum'));
    asked.push({ checksums, signature: headers.authorization });
    response.end('<DeleteResult></DeleteResult>');
  });
  await strict.remove([newBlobKey(), newBlobKey()]);
  expect(asked).toEqual([{ checksums: [], signature: expect.stringMatching(/[=;]content-md5;/) }]);
});

test('failing to remove an object is a failure, a missing object is not', async () => {
  const answer = (code: string) => `<DeleteResult><Error><Key>x</Key><Code>${code}</Code></Error></DeleteResult>`;
  let code = 'AccessDenied';
  const failing = await storeOn((request, response) => {
    request.resume().once('end', () => response.writeHead(200).end(answer(code)));
  });
  const failure = await expectUnavailable(() => failing.remove([newBlobKey()]));
  expect(failure.message).toContain('1 objects could not be removed (AccessDenied)');
  code = 'NoSuchKey';
  await failing.remove([newBlobKey()]);
});

describe('the start', () => {
  test('fails with one line if the bucket is missing', async () => {
    const failure = await openS3Store(s3Options(server.port, { bucket: 'other' })).catch((error) => error);
    expect(failure).toMatchObject({ name: 'StartError', message: expect.stringContaining('returned 404 for other') });
  });

  test('succeeds without a connection to the store, as texts can be read without it', async () => {
    await proxy.set({ kind: 'refuse' });
    const late = await openS3Store(s3Options(proxy.port, { timeouts: PATIENT }));
    onTestFinished(() => late.close());
    await proxy.set({ kind: 'none' });
    expect((await late.open(there))?.sizeBytes).toBe(bytes.length);
  });
});
