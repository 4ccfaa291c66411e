import { expect, it } from 'vitest';
import { settingsFor } from '../../src/commands/database-server.ts';

const GIB = 2 ** 30;

it.each([
  [0.5, '128MB'],
  [2, '128MB'],
  [8, '512MB'],
  [64, '1024MB'],
])('the embedded database caches a part of %d GiB of memory: %s', (memory, shared_buffers) => {
  expect(settingsFor(20, memory * GIB)).toEqual({ shared_buffers });
});

it('the embedded database allows all connections of the server, and its default if that is enough', () => {
  expect(settingsFor(96, GIB)).not.toHaveProperty('max_connections');
  expect(settingsFor(200, GIB)).toMatchObject({ max_connections: '210' });
});
