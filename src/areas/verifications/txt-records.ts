import { Resolver } from 'node:dns/promises';
import { TIMEOUTS } from '../../core/limits.ts';

/** The TXT records at a name, each in its pieces. Fails with the `code` of `node:dns`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** What a look at a record found. */
export type TxtFinding = 'found' | 'record_missing' | 'record_differs' | 'dns_unreachable';

/** The name servers of this machine, none of which may take longer than `TIMEOUTS.dns_ms` with all its tries. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUTS.dns_try_ms, tries: 2 });
  const timer = setTimeout(() => resolver.cancel(), TIMEOUTS.dns_ms);
  try {
    return await resolver.resolveTxt(name);
  } finally {
    clearTimeout(timer);
  }
};

/** There is the name without such records, or there is no such name: both are answers. */
const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

/** Whether one of the records at a name has this value. Never fails: who does not answer was not reached. */
export async function lookForTxt(resolve: ResolveTxt, name: string, value: string): Promise<TxtFinding> {
  try {
    const records = await resolve(name);
    if (records.length === 0) return 'record_missing';
    return records.some((pieces) => pieces.join('').trim() === value) ? 'found' : 'record_differs';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== undefined && NOTHING_THERE.has(code) ? 'record_missing' : 'dns_unreachable';
  }
}
