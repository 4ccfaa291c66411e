import { Resolver } from 'node:dns/promises';
import { TIMEOUTS } from '../../core/limits.ts';

/** The TXT records of a name, each in its pieces. Fails with the `code` of `node:dns`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** The result of a lookup. */
export type TxtFinding = 'found' | 'record_missing' | 'record_differs' | 'dns_unreachable';

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

/** The name has no such record, or does not exist: both are valid answers. */
const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

/** Whether one of the records of a name has this value. Never fails: without an answer, DNS counts as unreachable. */
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
