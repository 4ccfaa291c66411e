import type { PgBoss } from 'pg-boss';
import type { JobPolicy } from './catalog.ts';
import type { RunJob } from './runner.ts';

/** The polling of the library itself. Only a fallback: `pollMs` and `wakeJobs` wake it when a job is due. */
const FALLBACK_POLL_SECONDS = 60;

type Slot = { id: string; busy: boolean };

/** The library's workers: as many for each queue as jobs of it may run at once. */
export function makeSlots(boss: PgBoss, run: RunJob, renewSeconds: number) {
  const slots = new Map<string, Slot[]>();

  /** Wakes one idle slot. A slot that finds a job wakes the next one, so that a single job costs only one fetch. */
  function wake(name: string): void {
    const idle = slots.get(name)?.find((slot) => !slot.busy);
    if (idle) boss.notifyWorker(idle.id);
  }

  async function openOne(name: string, { onePerGroup }: JobPolicy): Promise<Slot> {
    const slot: Slot = { id: '', busy: false };
    const options = {
      pollingIntervalSeconds: FALLBACK_POLL_SECONDS,
      heartbeatRefreshSeconds: renewSeconds,
      ...(onePerGroup ? { localGroupConcurrency: 1 } : {}),
    };
    const free = () => {
      slot.busy = false;
      boss.notifyWorker(slot.id);
    };
    slot.id = await boss.work<unknown>(name, options, async ([claimed]) => {
      slot.busy = true;
      wake(name);
      // The slot also becomes free when the job is aborted but its handler continues.
      claimed!.signal.addEventListener('abort', free);
      await run(name, claimed!).finally(free);
    });
    return slot;
  }

  async function open(name: string, policy: JobPolicy): Promise<void> {
    const opened: Slot[] = [];
    slots.set(name, opened);
    for (let index = 0; index < policy.concurrency; index++) opened.push(await openOne(name, policy));
  }

  return { wake, open };
}
