import { isIP } from 'node:net';
import { ACCOUNT_RULES } from './rules.ts';

export type ClientFacts = { userAgent: string | null; ipPrefix: string | null };

export function clientFacts(request: {
  /** Undefined if the client disconnected very early. */
  ip: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}): ClientFacts {
  const agent = String(request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '');
  return {
    userAgent: agent.slice(0, ACCOUNT_RULES.userAgentMaxLength) || null,
    ipPrefix: request.ip === undefined ? null : ipPrefix(request.ip),
  };
}

/** Without a zone, and an IPv4 address in its own form. */
export const plainAddress = (address: string): string => address.split('%')[0]!.replace(/^::ffff:(?=\d+\.)/i, '');

/** The network of an address: /24 of IPv4, /48 of IPv6. Coarse enough not to track a person. */
export function ipPrefix(address: string): string | null {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(plain) !== 6) return null;
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = plain.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left;
  const network = groups.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':').replace(/(?:^|:)0(?::0)*$/, '')}::/48`;
}
