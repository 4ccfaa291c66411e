import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';

/**
 * The files of an archive by path, read by a different library than the one that writes it; sizes and checksums are
 * verified.
 */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const done = Promise.withResolvers<void>();
  fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
    if (failure) return done.reject(failure);
    zip.on('error', done.reject).on('end', () => done.resolve());
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return done.reject(error);
        try {
          files.set(entry.fileName, await buffer(stream));
          zip.readEntry();
        } catch (broken) {
          done.reject(broken);
        }
      });
    });
    zip.readEntry();
  });
  await done.promise;
  return files;
}
