// graphile-worker in the batched mode of its own performance tests: jobs are fetched many at a time into a local queue,
// and completed many at a time. A job that was done is deleted.

import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { serve, versions } from './peer.mjs';

const LOCAL_QUEUE = 500;
const BATCH_DELAY = 0;
const BESIDE_WORKERS = 2;

const logger = new Logger(() => (level, message) => level === 'error' && console.error(message));
const pool = new pg.Pool({ max: 1 });
let runner;

await serve({
  async prepare({ workers }) {
    await runMigrations({ logger });
    return {
      ...versions('graphile-worker'),
      concurrent_jobs: workers,
      local_queue: LOCAL_QUEUE,
      complete_job_batch_delay: `${BATCH_DELAY} ms`,
      connections: workers + BESIDE_WORKERS,
    };
  },

  async submit({ count, payload }) {
    const jobs = Array.from({ length: count }, () => ({ identifier: 'noop', payload: { payload } }));
    await pool.query(
      `SELECT 1 FROM graphile_worker.add_jobs(
           ARRAY(SELECT json_populate_recordset(null::graphile_worker.job_spec, $1::json)))`,
      [JSON.stringify(jobs)],
    );
  },

  async start({ workers }) {
    runner = await run({
      logger,
      noHandleSignals: true,
      taskList: { noop: async () => {} },
      preset: {
        worker: {
          concurrentJobs: workers,
          maxPoolSize: workers + BESIDE_WORKERS,
          localQueue: { size: LOCAL_QUEUE },
          completeJobBatchDelay: BATCH_DELAY,
          failJobBatchDelay: BATCH_DELAY,
        },
      },
    });
  },

  async close() {
    await runner?.stop();
    await pool.end();
  },
});
