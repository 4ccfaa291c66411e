import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';

// The program's own compile cache: kept between runs, and shared with the servers that tests start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/postgres.ts', 'test/setup/client.ts'],
    setupFiles: ['test/setup/each-file.ts'],
    // Each worker imports the program once, and Node runs it as it is, as in production.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Never `performance` or `hrtime`: workers run many files, and measure their waits with them.
    fakeTimers: { toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
    // Polls wait for a condition on machines of any speed.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
