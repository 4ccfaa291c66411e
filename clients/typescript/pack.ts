import { gzipSync } from 'node:zlib';
import { packageFiles } from './build.ts';

/** Prints the package as npm installs it. Servers run this once, in a process of its own: removing types takes memory. */
const BLOCK = 512;

/** A header of the POSIX format ustar. */
function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8), 100);
  // The same date for all files, so that the bytes depend on the files only.
  block.write(octal(size, 12) + octal(Date.UTC(2020, 0, 1) / 1000, 12), 124);
  block.write(`${' '.repeat(8)}0`, 148);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(octal(sum, 7), 148);
  return block;
}

function archive(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, text] of files) {
    const content = Buffer.from(text);
    parts.push(header(`package/${name}`, content.length), content, Buffer.alloc(-content.length & (BLOCK - 1)));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

// Not compressed: what compresses differs from one version of Node.js to the next, and lock files have a hash of the bytes.
process.stdout.write(gzipSync(archive(await packageFiles()), { level: 0 }));
