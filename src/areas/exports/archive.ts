import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import type { ExportSection } from '../export-section.ts';
import { listMedia } from './media.ts';
import { loadAccount, loadOwners, type Owners } from './owners.ts';

/** Rows per read, which bounds the memory that a list takes. */
const BATCH_ROWS = 500;

type Target = { exportId: string; accountId: string; sections: readonly ExportSection[] };
type FileNote = { path: string; about: string; items: number };

/** A zip of everything an account owns, produced as it is read. No snapshot. An error destroys the stream. */
export function archiveOf(ctx: Ctx, target: Target): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const reader = new AbortController();
  output.once('close', () => reader.abort(new Error('the reader of the archive is gone')));
  // The reader of the stream gets the error; without a listener it would end the process before.
  output.on('error', () => {});
  zip.on('error', (error: Error) => output.destroy(error));
  fill(ctx, target, (path, bytes, compress) => addFile(zip, { path, bytes, compress, signal: reader.signal })).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

type AddFile = (path: string, bytes: Readable, compress: boolean) => Promise<void>;

/** Resolves once the last byte was consumed, so that only one file is open at a time. */
async function addFile(
  zip: ZipFile,
  { path, bytes, compress, signal }: { path: string; bytes: Readable; compress: boolean; signal: AbortSignal },
): Promise<void> {
  try {
    signal.throwIfAborted();
    zip.addReadStream(bytes, path, { compress });
    await finished(bytes, { signal });
  } catch (error) {
    bytes.destroy();
    throw error;
  }
}

async function fill(ctx: Ctx, { exportId, accountId, sections }: Target, add: AddFile): Promise<void> {
  const files: FileNote[] = [];
  const addJson = async (path: string, about: string, rows: AsyncIterable<readonly unknown[]>) => {
    const note: FileNote = { path, about, items: 0 };
    await add(path, Readable.from(arrayText(rows, note), { objectMode: false }), true);
    files.push(note);
  };
  const account = await loadAccount(ctx, accountId);
  const owners = await loadOwners(ctx, accountId);
  for (const section of sections) await addJson(section.path, section.about, rowsOf(ctx, section, owners));
  let pictures = 0;
  for (const { owner_id } of owners.profile) {
    for await (const batch of batches(FIRST_ID, (after) => listMedia(ctx, owner_id, after, BATCH_ROWS))) {
      for (const { path, blob_key } of batch) {
        const blob = await ctx.blobs.open(blob_key);
        // Removed since its row was read.
        if (!blob) continue;
        await add(path, blob.stream, false);
        pictures++;
      }
    }
  }
  files.push({
    path: 'media/',
    about: 'Pictures as stored. posts.json and profiles.json refer to them by path.',
    items: pictures,
  });
  const index = {
    format: 1,
    service: ctx.config.baseUrl,
    export_id: exportId,
    made_at: ctx.now(),
    account,
    files,
  };
  await add('index.json', Readable.from([`${JSON.stringify(index, null, 2)}\n`], { objectMode: false }), true);
}

/** All rows of a section, for each of its owners. */
async function* rowsOf(ctx: Ctx, section: ExportSection, owners: Owners) {
  for (const { of, list, first } of section.lists) {
    for (const owner of owners[of]) {
      const values = { ...owner, rows: BATCH_ROWS, now: ctx.now() };
      for await (const batch of batches(first, (after) => list.all(ctx, { ...values, after }))) {
        ctx.signal?.throwIfAborted();
        yield batch.map(({ position: _position, ...item }) => item);
      }
    }
  }
}

/** Pages of rows, each starting after the last row of the one before. */
async function* batches<Row extends { position: string }>(first: string, read: (after: string) => Promise<Row[]>) {
  for (let after = first; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)!.position;
  }
}

/** A JSON array with one item per line. Counts the items in `note`. */
async function* arrayText(batchesOfRows: AsyncIterable<readonly unknown[]>, note: FileNote): AsyncGenerator<string> {
  yield '[';
  for await (const rows of batchesOfRows) {
    if (rows.length === 0) continue;
    yield `${note.items === 0 ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    note.items += rows.length;
  }
  yield '\n]\n';
}
