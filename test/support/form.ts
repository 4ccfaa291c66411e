/** A multipart body built by hand, so that it can be malformed in every way. */
export type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

const BOUNDARY = 'pronet-test-boundary';

export function form(
  parts: readonly Part[],
  { end = true }: { end?: boolean } = {},
): { body: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  if (end) chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  return { body: Buffer.concat(chunks), headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

export function picture(bytes: Buffer, filename = 'picture.png', type = 'image/png'): Part {
  return { name: 'images', value: bytes, filename, type };
}
