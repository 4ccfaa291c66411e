import { expect, it } from 'vitest';
import { decodeEventCursor, encodeEventCursor } from '../../../src/events/cursor.ts';

it('is the cursor of its position, epoch and key, whichever was asked for before', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const positions = [5, 5, 7, 5, 7].flatMap((position) => ['a', 'b'].map((epoch) => ({ epoch, position })));
  const cursors = keys.flatMap((key) =>
    positions.map((one) => {
      const cursor = encodeEventCursor(key, one);
      expect(decodeEventCursor(key, cursor)).toEqual(one);
      return cursor;
    }),
  );
  expect(new Set(cursors).size).toBe(8);
});
