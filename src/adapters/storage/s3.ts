import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ApiError, fail } from '../../core/errors.ts';
import { StartError } from '../../core/start-error.ts';
import { assertBlobKey, type BlobInfo, type BlobStore, isBlobKey, type OpenBlob } from './blob-store.ts';
import { readInTime } from './read-in-time.ts';
import { removalCommand } from './removal-command.ts';

export type S3Options = {
  bucket: string;
  region: string;
  /** undefined: Amazon's endpoint for the region. */
  endpoint: string | undefined;
  /** undefined: the SDK looks them up (environment, shared files, the role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
  /** Prefix of every key: empty, or ends with a slash. */
  prefix: string;
  timeouts?: S3Timeouts;
};

export type S3Timeouts = {
  connectMs: number;
  /** A whole call with all attempts. For reads: the total time spent waiting for bytes from the store. */
  callMs: number;
  /** From the first to the last byte of a blob, including slow clients, because it holds a connection. */
  readMs: number;
};

const TIMEOUTS: S3Timeouts = { connectMs: 2000, callMs: 5000, readMs: 120_000 };
/** One retry covers a keep-alive connection that the server just closed, and a temporary 500. */
const MAX_ATTEMPTS = 2;
const CONNECTIONS_MAX = 64;
/** S3 allows at most 10,000 parts, so an object can have up to 78 GiB. One part at a time is in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const REMOVE_BATCH = 1000;
/** Permanent errors: wrong name, region or key, or missing permissions. */
const REFUSALS = [301, 400, 401, 403, 404];

/**
 * Stores blobs in a bucket of Amazon S3 or a compatible server. Clients never access it: our server serves the blobs.
 *
 * The credentials need s3:ListBucket on the bucket (else S3 responds with 403 for a missing object) and s3:GetObject,
 * s3:PutObject and s3:DeleteObject on its objects.
 *
 * Fails with a StartError if the server rejects the bucket, but not if it is unreachable.
 */
export async function openS3Store(options: S3Options): Promise<BlobStore> {
  const store = makeS3Store(options);
  try {
    await store.ready();
  } catch (error) {
    const status = statusOf((error as ApiError).cause);
    if (status !== undefined && REFUSALS.includes(status)) {
      store.close();
      const hint = 'Check S3_REGION, S3_ENDPOINT and the keys, and that they may list the bucket.';
      throw new StartError(`S3_BUCKET: the store returned ${status} for ${options.bucket}. ${hint}`, { cause: error });
    }
  }
  return store;
}

/** Creates the store without checking the bucket. */
export function makeS3Store(options: S3Options): BlobStore {
  const { bucket: Bucket, prefix } = options;
  const timeouts = options.timeouts ?? TIMEOUTS;
  const client = makeClient(options, timeouts);
  const within = <T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>) => inTime(timeouts.callMs, call);
  /** Applies the timeout to each call of an upload or a list. */
  const timedClient: S3Client = Object.assign(Object.create(client), {
    send: (command: Parameters<S3Client['send']>[0]) => within((options) => client.send(command, options)),
  });

  async function open(key: string): Promise<OpenBlob | null> {
    assertBlobKey(key);
    return within(async (inTime) => {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: prefix + key }), inTime).catch(absentOrThrow);
      if (found === null) return null;
      const { Body, ContentLength, LastModified } = found;
      const body = Body as Readable;
      if (ContentLength === undefined || LastModified === undefined) {
        body.destroy();
        fail('service_unavailable', { internal: 'object store: an object without length or time' });
      }
      const stream = await readInTime(body, { waitMs: timeouts.callMs, totalMs: timeouts.readMs });
      return { stream, sizeBytes: ContentLength, modifiedAt: LastModified };
    });
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertBlobKey(key);
    for (let at = 0; at < keys.length; at += REMOVE_BATCH) {
      const Objects = keys.slice(at, at + REMOVE_BATCH).map((key) => ({ Key: prefix + key }));
      const input = { Bucket, Delete: { Objects, Quiet: true } };
      const { Errors = [] } = await within((inTime) => client.send(removalCommand(input), inTime));
      const left = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (left.length > 0) {
        const internal = `object store: ${left.length} objects could not be removed (${left[0]!.Code})`;
        fail('service_unavailable', { internal });
      }
    }
  }

  return {
    async put(key, bytes, { contentType: ContentType }) {
      assertBlobKey(key);
      const input = { Bucket, Key: prefix + key, Body: bytes, ContentType };
      await within((inTime) => client.send(new PutObjectCommand(input), inTime));
    },
    async putStream(key, bytes, { contentType }) {
      assertBlobKey(key);
      const params = { Bucket, Key: prefix + key, Body: bytes, ContentType: contentType };
      await new Upload({ client: timedClient, params, partSize: PART_BYTES, queueSize: 1 }).done();
    },
    open,
    remove,
    list: (wanted = '', { olderThan } = {}) => listBlobs(timedClient, options, wanted, olderThan),
    async ready() {
      await within((inTime) => client.send(new HeadBucketCommand({ Bucket }), inTime));
    },
    close: () => client.destroy(),
  };
}

async function* listBlobs(
  client: S3Client,
  { bucket: Bucket, prefix }: S3Options,
  wanted: string,
  olderThan: Date | undefined,
): AsyncGenerator<BlobInfo> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix + wanted, ContinuationToken }));
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (!isBlobKey(key) || (olderThan && LastModified >= olderThan)) continue;
      yield { key, sizeBytes: Size, modifiedAt: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

export function makeClient(
  { region, endpoint, credentials, forcePathStyle }: Omit<S3Options, 'bucket' | 'prefix'>,
  { connectMs, readMs }: Omit<S3Timeouts, 'callMs'>,
): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    // Some servers don't support the newer checksums that the SDK adds by default. Signatures cover the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // From 2 MiB the SDK would wait up to 6 s for an unresponsive server, which is longer than the timeout of a call.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: readMs,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
    },
  });
}

/** One timeout for all attempts and the lookup of credentials. Every failure becomes `service_unavailable`. */
async function inTime<T>(timeoutMs: number, call: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`timed out after ${timeoutMs} ms`));
    ended.abort();
  }, timeoutMs);
  try {
    return await Promise.race([call({ abortSignal: ended.signal }), late.promise]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { name, message } = error as Error;
    const reason = statusOf(error) === undefined ? message : `${name}, status ${statusOf(error)}`;
    return fail('service_unavailable', { internal: `object store: ${reason}`, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}

/** Null for a missing object. A missing bucket is also a 404, but remains an error. */
function absentOrThrow(error: unknown): null {
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}
