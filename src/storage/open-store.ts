import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';

/** The store that the settings name. Fails with a StartError when an S3 server refuses the bucket. */
export async function openBlobStore({ mediaStorage, dataDir }: Config): Promise<BlobStore> {
  if (mediaStorage.kind === 'disk') return openDiskStore(join(dataDir, 'media'));
  // Its SDK costs memory and time at every start: only where it is used.
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(mediaStorage);
}
