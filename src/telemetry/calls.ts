import type { CallOutage } from '../core/outage.ts';

type Count = (result: 'succeeded' | 'failed') => void;

/** Runs a call to another system: counts it, and notes where an outage begins and ends. */
export async function observed<T>(
  work: () => Promise<T>,
  { count, outage, isOutage }: { count: Count; outage: CallOutage; isOutage: (error: unknown) => boolean },
): Promise<T> {
  try {
    const result = await work();
    count('succeeded');
    outage.worked();
    return result;
  } catch (error) {
    count('failed');
    if (isOutage(error)) outage.failed(error);
    throw error;
  }
}
