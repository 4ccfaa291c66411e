import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { makeClient } from '../adapters/storage/s3.ts';
import type { BackupPlace } from '../config/backup.ts';
import { StartError } from '../core/start-error.ts';
import type { Place } from './place.ts';

/** S3 allows at most 10,000 parts, so a backup can have up to 312 GiB. One part at a time is in memory. */
const PART_BYTES = 32 * 1024 * 1024;
const CONNECT_MS = 5000;
/** Without a byte from the store or to it. */
const SILENCE_MS = 120_000;

export function s3Place(place: Extract<BackupPlace, { kind: 's3' }>): Place {
  const { bucket: Bucket, prefix } = place;
  const client = makeClient(place, { connectMs: CONNECT_MS, readMs: SILENCE_MS });
  const keyOf = (name: string) => ({ Bucket, Key: prefix + name });
  return {
    addressOf: (name) => `s3://${Bucket}/${prefix}${name}`,
    // Writing begins with a request, which says what is wrong.
    prepare: async () => undefined,
    async write(name, Body) {
      const params = { ...keyOf(name), Body, ContentType: 'application/octet-stream' };
      // An upload that fails leaves no object.
      await explaining(Bucket, () => new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done());
    },
    async read(name) {
      const { Body } = await explaining(Bucket, () => client.send(new GetObjectCommand(keyOf(name))));
      return Body as Readable;
    },
    async list() {
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await explaining(Bucket, () =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
        );
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return names.filter((name) => !name.includes('/')).sort();
    },
    async remove(name) {
      await explaining(Bucket, () => client.send(new DeleteObjectCommand(keyOf(name))));
    },
    close: () => client.destroy(),
  };
}

async function explaining<T>(bucket: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    // An error of what is uploaded has its own message.
    if (error instanceof StartError || ($metadata === undefined && !('code' in (error as object)))) throw error;
    const status = $metadata?.httpStatusCode;
    throw new StartError(`s3://${bucket}: ${status === undefined ? message : `${name}, status ${status}`}.`, {
      cause: error,
    });
  }
}
