import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, request } from 'undici';
import type { FetchDocument } from './client-metadata.ts';

const BODY_MAX_BYTES = 10_240;
const STEP_TIMEOUT_MS = 3000;
const WHOLE_TIMEOUT_MS = 5000;
const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json(\s*;|$)/i;

/** Whether an address is on the public internet: not loopback, private, or a tunnel to either. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * A socket resolver that rejects a name if any of its addresses is not public. The socket connects to what it returns,
 * so there is no second lookup that could differ. It is not called for IP literals: reject those before.
 */
export function guardedLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found)
        ? found
        : [{ address: found, family: ipaddr.parse(found).kind() === 'ipv4' ? 4 : 6 }];
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(Object.assign(new Error('not a public address'), { code: 'EADDRNOTPUBLIC' }), '');
      }
      if (options.all) return callback(null, addresses as never);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

/** An agent that only connects to public addresses. */
export function guardedAgent(resolve: LookupFunction = systemLookup as LookupFunction): Agent {
  return new Agent({ connect: { lookup: guardedLookup(resolve), timeout: STEP_TIMEOUT_MS }, pipelining: 0 });
}

/**
 * Fetches a small JSON document: at most 10 KiB, 5 s in total, no redirects, status 200 only. Throws otherwise. The
 * dispatcher decides which addresses are allowed.
 */
export function documentFetcher(dispatcher: Dispatcher): FetchDocument {
  return async (url) => {
    const signal = AbortSignal.timeout(WHOLE_TIMEOUT_MS);
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: { accept: 'application/json' },
      headersTimeout: STEP_TIMEOUT_MS,
      bodyTimeout: STEP_TIMEOUT_MS,
    });
    // Destroying an unread body emits an error that would otherwise be unhandled.
    body.on('error', () => undefined);
    try {
      if (statusCode !== 200) throw new Error('status is not 200');
      if (!JSON_TYPE.test(String(headers['content-type'] ?? ''))) throw new Error('not JSON');
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      for await (const chunk of body) {
        sizeBytes += (chunk as Buffer).length;
        if (sizeBytes > BODY_MAX_BYTES) throw new Error('too large');
        chunks.push(chunk as Buffer);
      }
      return {
        json: JSON.parse(Buffer.concat(chunks).toString('utf8')),
        maxAgeSeconds: maxAgeOf(headers['cache-control']),
      };
    } finally {
      body.destroy();
    }
  };
}

function maxAgeOf(header: string | string[] | undefined): number | null {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(String(header ?? ''))?.[1];
  if (/no-store|no-cache/i.test(String(header ?? ''))) return 0;
  return seconds === undefined ? null : Number(seconds);
}
