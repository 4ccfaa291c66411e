import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';

/** Opens the configured store. Fails with a StartError if an S3 server rejects the bucket. */
export async function openBlobStore({ mediaStorage, dataDir }: Config): Promise<BlobStore> {
  if (mediaStorage.kind === 'disk') return openDiskStore(join(dataDir, 'media'));
  // Load the SDK only if it is used: it costs memory and start time.
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(mediaStorage);
}
