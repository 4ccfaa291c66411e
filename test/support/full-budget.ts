import type { Body, ByteBudget, Room } from '../../src/core/byte-budget.ts';
import { LIMITS } from '../../src/core/limits.ts';

/** A body that has arrived, of an account and an address of its own unless they are given. */
export const arrivedBody = (name: string, bytes: number, more: Partial<Body> = {}): Body => ({
  account: name,
  address: name,
  bytes,
  isSlow: () => false,
  giveWay: () => undefined,
  ...more,
});

/** Fills the memory for bodies. Returns the function that frees it. */
export async function fillBodies(budget: ByteBudget): Promise<() => void> {
  const names = ['one', 'two', 'three', 'four'];
  const rooms: Room[] = [];
  for (const name of names) rooms.push(await budget.reserve(arrivedBody(name, LIMITS.body.post_images_bytes)));
  return () => {
    for (const room of rooms) room.release();
  };
}
