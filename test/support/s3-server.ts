import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from '../../src/adapters/storage/s3.ts';

export const BUCKET = 'pictures';
/** Credentials of the server's only account. This version does not check signatures. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export type S3Server = {
  port: number;
  /** The folder of the bucket's objects, as files of the server. */
  directory: string;
  close(): Promise<void>;
};

/** An S3 server with one bucket on a free loopback port. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    port,
    directory: join(directory, BUCKET),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The settings for that server, or for a proxy in front of it. */
export function s3Options(port: number, more: Partial<S3Options> = {}): S3Options {
  return {
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: CREDENTIALS,
    forcePathStyle: true,
    prefix: '',
    ...more,
  };
}
