import { expect, it } from 'vitest';
import { Receivers } from '../../../src/areas/webhooks/receivers.ts';

const one = { id: 'one', account_id: 'account' };
const other = { id: 'other', account_id: 'account' };

it('a receiver is slow until its recent requests were quick', () => {
  const receivers = new Receivers();
  receivers.note(one, 1000);
  expect(receivers.isSlow(one)).toBe(false);
  receivers.note(one, 9300);
  expect(receivers.begin(one)).toBeNull();
  for (let n = 0; n < 9; n++) receivers.note(one, 5);
  expect(receivers.isSlow(one)).toBe(true);
  receivers.note(one, 5);
  expect(receivers.isSlow(one)).toBe(false);
});

it('a new webhook counts as the others of its account, and a known one for itself', () => {
  const receivers = new Receivers();
  receivers.note(other, 5);
  receivers.note(one, 9300);
  expect(receivers.isSlow({ id: 'new', account_id: 'account' })).toBe(true);
  expect(receivers.isSlow(other)).toBe(false);
  expect(receivers.isSlow({ id: 'new', account_id: 'somebody' })).toBe(false);
});

it('an account has five runs at once', () => {
  const receivers = new Receivers();
  const ends = Array.from({ length: 5 }, () => receivers.begin(one));
  expect(receivers.begin(other)).toBeNull();
  ends[0]!();
  expect(receivers.begin(other)).not.toBeNull();
});
