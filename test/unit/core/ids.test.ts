import { expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';

it('makes ids in ascending order, each with random bits of its own', () => {
  const ids = Array.from({ length: 3000 }, newId);
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  );
  expect(ids.toSorted()).toEqual(ids);
  // 32 bits each: two of them may be equal by chance.
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(2990);
});
