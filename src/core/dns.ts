import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { TIMEOUTS } from './limits.ts';

/** The TXT records of a name, each in its pieces. Fails with the `code` of `node:dns`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** All addresses of a name. Fails with the `code` ENOTFOUND or EAI_AGAIN, as `lookup` of `node:dns` does. */
export type ResolveAddresses = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers of this machine, for at most `ms`. Names that members and strangers choose are never given to
 * `lookup` of `node:dns`: it waits in one of a few threads, so that some silent name servers stop all lookups of the process.
 */
async function ask<T>(ms: number, question: (resolver: Resolver) => Promise<T>): Promise<T> {
  const resolver = new Resolver({ timeout: TIMEOUTS.dns_try_ms, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), ms);
  try {
    return await question(resolver);
  } finally {
    clearTimeout(timer);
  }
}

export const resolveTxt: ResolveTxt = (name) => ask(TIMEOUTS.dns_ms, (resolver) => resolver.resolveTxt(name));

const MISSING: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Of DNS alone: `/etc/hosts` and search domains don't count. If only one kind of address is known in time, it is used. */
export const resolveAddresses: ResolveAddresses = async (name) => {
  const [v4, v6] = await ask(TIMEOUTS.dns_addresses_ms, (resolver) =>
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
  );
  if (v4.status === 'rejected' && v6.status === 'rejected') {
    const isMissing = [v4, v6].every(({ reason }) => MISSING.includes((reason as { code?: unknown }).code));
    throw Object.assign(new Error('the name has no address', { cause: v4.reason }), {
      code: isMissing ? 'ENOTFOUND' : 'EAI_AGAIN',
    });
  }
  return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
};

const addressesOf = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
