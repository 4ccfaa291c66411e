import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { VERSION } from '../../core/version.ts';

/** In the repository, or in its part in the image. */
const FOLDER = new URL('../../../clients/python/', import.meta.url);
const PACKAGE = new URL('src/pronet/', FOLDER);
const LICENSE = new URL('../../LICENSE', FOLDER);

/** The name that pip requires (PEP 427). */
export const WHEEL = `pronet-${VERSION}-py3-none-any.whl`;

const INFO = `pronet-${VERSION}.dist-info`;

const METADATA = `Metadata-Version: 2.4
Name: pronet
Version: ${VERSION}
Summary: A typed client for the HTTP API of pronet
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.10
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

`;

const TAGS = `Wheel-Version: 1.0
Generator: pronet ${VERSION}
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** The Python client as a wheel. The bytes depend on the files only: nothing is compressed, and all dates are the same. */
export async function buildWheel(): Promise<Buffer> {
  const modules = (await readdir(PACKAGE)).filter((name) => /\.py$|^py\.typed$/.test(name)).sort();
  const files: [path: string, content: Buffer][] = [
    ...(await Promise.all(
      modules.map(
        async (name): Promise<[string, Buffer]> => [`pronet/${name}`, await readFile(new URL(name, PACKAGE))],
      ),
    )),
    [`${INFO}/METADATA`, Buffer.from(METADATA + (await readFile(new URL('README.md', FOLDER), 'utf8')))],
    [`${INFO}/WHEEL`, Buffer.from(TAGS)],
    [`${INFO}/licenses/LICENSE`, await readFile(LICENSE)],
  ];
  const record = `${files.map(recordOf).join('')}${INFO}/RECORD,,\n`;
  const zip = new ZipFile();
  // In local time, as zips store it, so that the time zone of the server does not matter.
  const options = { mtime: new Date(2020, 0, 1, 12), forceDosTimestamp: true, mode: 0o100644, compress: false };
  for (const [path, content] of [...files, [`${INFO}/RECORD`, Buffer.from(record)] as const]) {
    zip.addBuffer(content, path, options);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function recordOf([path, content]: [string, Buffer]): string {
  return `${path},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}\n`;
}
