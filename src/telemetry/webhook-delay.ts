import type { Metrics } from './metrics.ts';

type Outcome = { error: string | null; attempts: number; duration_ms: number | null };

/** Counts attempts to deliver, and measures how long after its event a delivery is first answered. */
export function observeDelivery(metrics: Pick<Metrics, 'webhookDeliveries' | 'webhookDelay'>, clock: { now(): Date }) {
  return ({ error, attempts, duration_ms }: Outcome, eventAt: Date | null): void => {
    metrics.webhookDeliveries.inc({ result: error ?? 'succeeded' });
    if (eventAt === null || attempts !== 1 || duration_ms === null) return;
    metrics.webhookDelay.observe(Math.max(0, clock.now().getTime() - eventAt.getTime()) / 1000);
  };
}
