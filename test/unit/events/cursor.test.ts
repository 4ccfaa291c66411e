import { expect, it } from 'vitest';
import type { KeyRing } from '../../../src/core/key-ring.ts';
import { decodeEventCursor, encodeEventCursor } from '../../../src/events/cursor.ts';

it('is the cursor of its position, epoch, account and key', () => {
  const keys: KeyRing[] = [[Buffer.alloc(32, 1)], [Buffer.alloc(32, 2)]];
  const positions = [5, 5, 7, 5, 7].flatMap((position) => ['a', 'b'].map((epoch) => ({ epoch, position })));
  const cursors = keys.flatMap((key) =>
    ['ada', 'bea'].flatMap((account) =>
      positions.map((one) => {
        const cursor = encodeEventCursor(key, account, one);
        expect(decodeEventCursor(key, account, cursor)).toEqual(one);
        expect(() => decodeEventCursor(key, 'eve', cursor)).toThrow('invalid_cursor');
        return cursor;
      }),
    ),
  );
  expect(new Set(cursors).size).toBe(16);
  const [[current], [old]] = keys as [KeyRing, KeyRing];
  const before = encodeEventCursor([old], 'ada', positions[0]!);
  expect(decodeEventCursor([current, old], 'ada', before)).toEqual(positions[0]);
  expect(encodeEventCursor([current, old], 'ada', positions[0]!)).toBe(
    encodeEventCursor([current], 'ada', positions[0]!),
  );
});
