import { z } from 'zod';
import { domainName } from '../../core/domain-name.ts';
import { failFields } from '../../core/errors.ts';
import type { BlockKind } from './blocks.ts';

/** A wider network would keep out a large part of the world. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 };
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((value) => {
  const [address, prefix = '128'] = value.split('/');
  return Number(prefix) >= (address!.includes(':') ? MIN_PREFIX.ipv6 : MIN_PREFIX.ipv4);
});
const VALUES = { domain: domainName(), network };

/** The value of a block as it is stored. Fails with `invalid_request`. */
export function blockValue(kind: BlockKind, value: string): string {
  const parsed = VALUES[kind].safeParse(value.trim());
  return parsed.success ? parsed.data : failFields([{ path: 'body.value', rule: `${kind}_format` }]);
}
