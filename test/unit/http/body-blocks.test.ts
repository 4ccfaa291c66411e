import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { inBlocks } from '../../../src/http/body-blocks.ts';

const MIB = 1024 * 1024;
const requestOf = (type: string) => ({ headers: { 'content-type': type } }) as never;

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

it('joins small chunks into blocks of 1 MiB without changing a byte', async () => {
  const sent = [1, 65_536, 3 * MIB + 5, 70_000, 0, 9].map((length) => randomBytes(length));
  const blocks = inBlocks(requestOf('application/json'), Readable.from(sent)) as Readable;
  const got: Buffer[] = [];
  await once(
    blocks.on('data', (block) => got.push(block)),
    'end',
  );
  expect(Buffer.concat(got).equals(Buffer.concat(sent))).toBe(true);
  expect(got.map(({ length }) => length).slice(0, -1)).toEqual([MIB, MIB, MIB]);
});

it('fails with the error of the body', async () => {
  const body = new Readable({ read: () => undefined });
  const blocks = inBlocks(requestOf('application/json'), body) as AsyncIterable<Buffer>;
  body.push(Buffer.from('{'));
  setImmediate(() => body.emit('error', new Error('too slow')));
  await expect(read(blocks)).rejects.toThrow('too slow');
});

it('leaves forms to their own parser', () => {
  const body = Readable.from([]);
  expect(inBlocks(requestOf('Multipart/form-data; boundary=x'), body)).toBe(body);
});
