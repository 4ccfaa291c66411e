import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';
import { resolveAddresses } from '../../core/dns.ts';
import { isLoopback } from '../../core/loopback.ts';

const CONNECT_TIMEOUT_MS = 3000;

/** The only range of IPv6 that is routed on the internet. It excludes `::127.0.0.1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that only virtual machines of Azure reach: their metadata. */
const METADATA = '168.63.129.16';

export type GuardOptions = {
  /** Resolves a name; DNS does by default. */
  resolve?: LookupFunction;
  /** Allows names and addresses of this machine too. For development. */
  allowLoopback?: boolean;
};

/** Whether an address is on the public internet: not loopback, private, for special use, or a tunnel to any of these. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? parsed.toString() !== METADATA : parsed.match(GLOBAL_IPV6);
}

const isLoopbackAddress = (address: string) => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The addresses of a name in DNS, and those of `localhost`, which is never looked up (RFC 6761). */
const resolveName: LookupFunction = (hostname, _options, callback) => {
  const found = isLoopback(hostname) ? Promise.resolve(LOOPBACK) : resolveAddresses(hostname);
  // The type of the callback only knows a single address.
  void found.then(
    (addresses) => callback(null, addresses as never),
    (error: NodeJS.ErrnoException) => callback(error, ''),
  );
};

/** Rejects a name if any of its addresses is not public. It is not called for IP literals: reject those before. */
export function guardedLookup({ resolve = resolveName, allowLoopback }: GuardOptions = {}): LookupFunction {
  return (hostname, options, callback) => {
    const isAllowed = allowLoopback && isLoopback(hostname) ? isLoopbackAddress : isPublicAddress;
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found)
        ? found
        : [{ address: found, family: ipaddr.parse(found).kind() === 'ipv4' ? 4 : 6 }];
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(Object.assign(new Error('not a public address'), { code: 'EADDRNOTPUBLIC' }), '');
      }
      if (options.all) return callback(null, addresses as never);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

export function guardedAgent(options: GuardOptions & { keepAlive?: boolean } = {}): Agent {
  const connect = { lookup: guardedLookup(options), timeout: CONNECT_TIMEOUT_MS };
  return new Agent({ connect, pipelining: options.keepAlive ? 1 : 0 });
}
