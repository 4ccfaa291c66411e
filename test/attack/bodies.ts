import { MARK } from './case.ts';

/** How bodies are generated. Sizes are bytes. */

export const KIB = 1024;
export const MIB = 1024 * KIB;
/** The largest body of an ordinary route. */
export const ORDINARY = 256 * KIB;

/** `head`, then `unit` as often as it fits, then `tail`: at most `size` bytes. */
export function filled(head: string, unit: string, tail: string, size: number): string {
  const room = size - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return head + unit.repeat(Math.max(0, Math.floor(room / Buffer.byteLength(unit)))) + tail;
}

/** A JSON array of as many `unit`s as fit into `size`, as the value of `field`. */
export function arrayBomb(field: string, unit: string, size: number, rest = ''): string {
  return filled(`{${rest}"${field}":[${unit}`, `,${unit}`, ']}', size);
}

export function nested(open: string, close: string, depth: number, inner = '0'): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** A JSON object with `count` unknown fields. */
export function manyKeys(count: number, rest = ''): string {
  const keys = Array.from({ length: count }, (_, index) => `"${MARK}${index}":0`);
  return `{${rest}${keys.join(',')}}`;
}

export function rpc(method: string, params: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** A `tools/call` with this JSON text as its arguments, so that they need not exist as objects. */
export function toolCall(name: string, argumentsText: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${argumentsText}}}`;
}

export const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

export type Part = { headers?: string[]; name?: string; filename?: string; type?: string; body?: string | Uint8Array };
export const BOUNDARY = 'a-boundary-of-forms';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

export function form(parts: readonly Part[], { end = true } = {}): Buffer {
  const chunks = parts.flatMap(({ headers = [], name, filename, type, body = '' }) => {
    const disposition = [
      'form-data',
      ...(name === undefined ? [] : [`name="${name}"`]),
      ...(filename === undefined ? [] : [`filename="${filename}"`]),
    ].join('; ');
    const lines = [
      `--${BOUNDARY}`,
      `Content-Disposition: ${disposition}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ...headers,
      '',
      '',
    ];
    return [Buffer.from(lines.join('\r\n')), Buffer.from(body), Buffer.from('\r\n')];
  });
  return Buffer.concat([...chunks, Buffer.from(end ? `--${BOUNDARY}--\r\n` : '')]);
}

export const parts = (count: number, part: (index: number) => Part): Part[] =>
  Array.from({ length: count }, (_, n) => part(n));
