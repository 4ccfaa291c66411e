import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Body, ByteBudget, type Room } from '../../../src/core/byte-budget.ts';
import { arrivedBody } from '../../support/full-budget.ts';

/** Room for four bodies of 10 bytes: one of an account, two of an address. */
function makeBudget(waitMs = 10_000) {
  const budget = new ByteBudget({ maxBytes: 40, accountBytes: 10, addressBytes: 20, accountBodies: 3, waitMs });
  const admitted: string[] = [];
  const rooms = new Map<string, Room>();
  const reserve = (account: string, more: Partial<Body> = {}, signal?: AbortSignal) => {
    const body = arrivedBody(account, 10, more);
    const room = budget.reserve(body, signal).then((one) => {
      admitted.push(account);
      rooms.set(account, one);
    });
    room.catch(() => undefined);
    return room;
  };
  const release = async (account: string) => {
    rooms.get(account)!.release();
    await sleep(0);
  };
  return { budget, admitted, reserve, release, rooms };
}

test('holds up to its size, lets others wait, and counts a release once', async () => {
  const { budget, admitted, reserve, release } = makeBudget();
  for (const account of ['a', 'b', 'c', 'd', 'e']) void reserve(account);
  await sleep(0);
  expect([admitted.join(''), budget.reservedBytes, budget.waiting]).toEqual(['abcd', 40, 1]);
  await release('b');
  await release('b');
  expect([admitted.join(''), budget.reservedBytes, budget.waiting]).toEqual(['abcde', 40, 0]);
});

test('serves an account that has had no turn before more of those that had one', async () => {
  const { admitted, reserve, release } = makeBudget();
  for (const account of ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'honest']) void reserve(account);
  await sleep(0);
  await release('c');
  expect(admitted.join(' ')).toBe('a b c d honest');
  await release('a');
  expect(admitted.join(' ')).toBe('a b c d honest a');
});

test('nobody overtakes a large body that waits for room', async () => {
  const { budget, admitted, reserve, release } = makeBudget();
  for (const account of ['a', 'b', 'c', 'd']) void reserve(account, { bytes: account === 'd' ? 5 : 10 });
  void reserve('large');
  void reserve('small', { bytes: 3 });
  await sleep(0);
  expect([admitted.join(' '), budget.reservedBytes]).toEqual(['a b c d', 35]);
  await release('d');
  expect(admitted.join(' ')).toBe('a b c d large');
  await release('a');
  expect(admitted.join(' ')).toBe('a b c d large small');
});

test('an account or an address at its limit holds up nobody else', async () => {
  const { budget, admitted, reserve, release } = makeBudget();
  void reserve('a', { address: 'one' });
  void reserve('a', { address: 'one' });
  void reserve('b', { address: 'one' });
  void reserve('c', { address: 'one' });
  void reserve('d', { address: 'two' });
  await sleep(0);
  expect([admitted.join(' '), budget.waiting]).toEqual(['a b d', 2]);
  void reserve('a');
  await expect(reserve('a')).rejects.toMatchObject({ code: 'rate_limited', agent: { retry_after_seconds: 5 } });
  await release('b');
  expect(admitted.join(' ')).toContain('c');
});

test('ends a slow body of the account that holds most, for one that waits', async () => {
  const { admitted, reserve, release } = makeBudget();
  const ended: string[] = [];
  const slow = (account: string) => ({
    isSlow: () => account !== 'b' && !ended.includes(account),
    giveWay() {
      ended.push(account);
      void release(account);
    },
  });
  for (const account of ['a', 'b', 'c', 'd'])
    void reserve(account, { ...slow(account), bytes: account === 'a' ? 9 : 10 });
  await sleep(600);
  expect(ended, 'nobody waits').toEqual([]);
  void reserve('e');
  await expect.poll(() => admitted.join(' ')).toBe('a b c d e');
  expect(ended).toEqual(['c']);
});

test('refuses one that has waited too long, and forgets one that disconnects', async () => {
  const { budget, reserve } = makeBudget(50);
  for (const account of ['a', 'b', 'c', 'd']) void reserve(account);
  const leaving = new AbortController();
  const gone = reserve('e', {}, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(reserve('f')).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '5' } });
  expect([budget.waiting, budget.reservedBytes]).toEqual([0, 40]);
});

test('a body that was smaller than announced leaves the rest to others', async () => {
  const { budget, admitted, reserve, rooms } = makeBudget();
  for (const account of ['a', 'b', 'c', 'd', 'e']) void reserve(account, { bytes: account === 'e' ? 8 : 10 });
  await sleep(0);
  rooms.get('a')!.resize(2);
  await sleep(0);
  expect([admitted.join(''), budget.reservedBytes]).toEqual(['abcde', 40]);
});
