import { expect, it } from 'vitest';
import { growthOf, type Sample, sampleOf } from '../../tools/soak/growth.ts';

const MIB = 1024 * 1024;
const flat: Sample = { memory_bytes: 200 * MIB, heap_bytes: 80 * MIB, files: 60, handles: 20, connections: 11 };
const run = (change: (at: number) => Partial<Sample>) =>
  Object.entries(growthOf(Array.from({ length: 60 }, (_, at) => ({ ...flat, ...change(at) }))))
    .filter(([, { grows }]) => grows)
    .map(([name]) => name);

it('accepts what is flat, warms up, or has a peak', () => {
  expect(run(() => ({}))).toEqual([]);
  expect(run((at) => ({ memory_bytes: (at < 12 ? 120 : 200) * MIB }))).toEqual([]);
  expect(run((at) => ({ memory_bytes: (at === 50 ? 900 : 200) * MIB, files: at === 55 ? 900 : 60 }))).toEqual([]);
});

it.each<[keyof Sample, number]>([
  ['memory_bytes', 2 * MIB],
  ['heap_bytes', MIB],
  ['files', 1],
  ['handles', 1],
  ['connections', 0.2],
])('finds that %s grows', (name, each) => {
  expect(run((at) => ({ [name]: flat[name] + at * each }))).toEqual([name]);
});

it('reads a sample, and says which metric is missing', () => {
  const text = `# HELP process_open_fds x
process_open_fds 41
process_resident_memory_bytes 1000
nodejs_heap_size_used_bytes 500
nodejs_active_handles_total 7
pronet_database_pool_connections{use="in_use"} 2
pronet_database_pool_connections{use="idle"} 3
`;
  expect(sampleOf(text)).toEqual({ memory_bytes: 1000, heap_bytes: 500, files: 41, handles: 7, connections: 5 });
  expect(() => sampleOf(text.replace('process_open_fds 41', ''))).toThrow('/metrics has no process_open_fds');
});
