import type pg from 'pg';
import { systemClock } from '../../../src/core/clock.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { MAIL_JOBS, testDeps } from './database.ts';

/** A worker in a process of its own that claims jobs, says so, and never ends one: to be killed by the test. */
const connection = JSON.parse(process.argv[2]!) as pg.PoolConfig;
const { deps } = testDeps(connection, systemClock);
await startWorker({
  deps,
  jobs: MAIL_JOBS,
  timing: { pollMs: 50, renewSeconds: 1 },
  handlers: {
    'mail.send': (ctx) => {
      process.stdout.write(`claimed ${ctx.requestId}\n`);
      return new Promise(() => undefined);
    },
  },
});
