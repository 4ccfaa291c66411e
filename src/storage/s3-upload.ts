import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { fail } from '../core/errors.ts';

/** At least 5 MiB but for the last; S3 takes 10,000 of them, 78 GiB. What is in memory of an upload. */
const PART_BYTES = 8 * 1024 * 1024;

type Target = {
  client: S3Client;
  within: <T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;
  Bucket: string;
  Key: string;
  ContentType: string;
};

/**
 * An object of bytes whose number nobody knows yet. It is there when all of it is; a stream that fails leaves nothing.
 * Each call has the deadline of a call. Small ones are put at once.
 */
export async function uploadInParts(target: Target, bytes: Readable): Promise<void> {
  const { client, within, Bucket, Key, ContentType } = target;
  const Parts: CompletedPart[] = [];
  let UploadId: string | undefined;
  try {
    for await (const { part, isLast } of partsOf(bytes)) {
      if (isLast && UploadId === undefined) {
        const whole = new PutObjectCommand({ Bucket, Key, Body: part, ContentType });
        await within((inTime) => client.send(whole, inTime));
        return;
      }
      if (part.length === 0) break;
      UploadId ??= await begin(target);
      const PartNumber = Parts.length + 1;
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: part });
      const { ETag } = await within((inTime) => client.send(command, inTime));
      Parts.push({ PartNumber, ...(ETag === undefined ? {} : { ETag }) });
    }
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    await within((inTime) => client.send(complete, inTime));
  } catch (error) {
    // What can not be taken back costs room until the bucket's own rule for unfinished uploads ends it.
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    if (UploadId !== undefined) await within((inTime) => client.send(abort, inTime)).catch(() => {});
    throw error;
  }
}

async function begin({ client, within, Bucket, Key, ContentType }: Target): Promise<string> {
  const command = new CreateMultipartUploadCommand({ Bucket, Key, ContentType });
  const { UploadId } = await within((inTime) => client.send(command, inTime));
  return UploadId ?? fail('service_unavailable', { internal: 'object store: an upload without id' });
}

/** Pieces of `PART_BYTES`, and a last one of whatever is left. */
async function* partsOf(bytes: Readable): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < PART_BYTES) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at >= PART_BYTES; at += PART_BYTES)
      yield { part: all.subarray(at, at + PART_BYTES), isLast: false };
    held = [all.subarray(at)];
    heldBytes = all.length - at;
  }
  yield { part: Buffer.concat(held), isLast: true };
}
