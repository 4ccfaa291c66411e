import { Resolver } from 'node:dns/promises';
import { TIMEOUTS } from './limits.ts';

/** The TXT records of a name, each in its pieces. Fails with the `code` of `node:dns`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** Uses the name servers of this machine, with at most `TIMEOUTS.dns_ms` for all attempts. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUTS.dns_try_ms, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), TIMEOUTS.dns_ms);
  try {
    return await resolver.resolveTxt(name);
  } finally {
    clearTimeout(timer);
  }
};
