import type pg from 'pg';
import { systemClock } from '../../../src/core/clock.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { MAIL_JOBS, testDeps } from './database.ts';

/** A worker in a separate process that claims jobs, reports them, and never finishes one: the test kills it. */
const connection = JSON.parse(process.argv[2]!) as pg.PoolConfig;
const { deps } = testDeps(connection, systemClock);
await startWorker({
  deps,
  jobs: MAIL_JOBS,
  timing: { pollMs: 50, renewSeconds: 0.3 },
  handlers: {
    'mail.send': (ctx) => {
      process.stdout.write(`claimed ${ctx.requestId}\n`);
      return new Promise(() => undefined);
    },
  },
});
