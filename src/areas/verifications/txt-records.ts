import type { ResolveTxt } from '../../core/dns.ts';

export type TxtFinding = 'found' | 'record_missing' | 'record_differs' | 'dns_unreachable';

/** The name has no such record, or does not exist: both are valid answers. */
const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

/** Whether one of the records of a name has this value. Never fails: without an answer, DNS counts as unreachable. */
export async function findTxt(resolve: ResolveTxt, name: string, value: string): Promise<TxtFinding> {
  try {
    const records = await resolve(name);
    if (records.length === 0) return 'record_missing';
    return records.some((pieces) => pieces.join('').trim() === value) ? 'found' : 'record_differs';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== undefined && NOTHING_THERE.has(code) ? 'record_missing' : 'dns_unreachable';
  }
}
