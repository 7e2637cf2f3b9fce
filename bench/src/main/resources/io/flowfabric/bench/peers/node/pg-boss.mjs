// pg-boss with batches: a worker takes a hundred jobs at once, and the next hundred without a pause as long as batches
// are full. A job that was done stays, as completed.

import { PgBoss } from 'pg-boss';
import { serve, versions } from './peer.mjs';

const BATCH = 100;
const POLL_SECONDS = 0.5;
const BESIDE_WORKERS = 2;

let boss;

await serve({
  async prepare({ workers }) {
    boss = new PgBoss({ max: workers + BESIDE_WORKERS });
    boss.on('error', (failed) => console.error(failed));
    await boss.start();
    await boss.createQueue('noop');
    return {
      ...versions('pg-boss'),
      local_concurrency: workers,
      batch_size: BATCH,
      burst_when_batch_full: true,
      polling_interval: `${POLL_SECONDS * 1000} ms`,
      connections: workers + BESIDE_WORKERS,
    };
  },

  async submit({ count, payload }) {
    await boss.insert('noop', Array.from({ length: count }, () => ({ data: { payload } })));
  },

  async start({ workers }) {
    const options = {
      batchSize: BATCH,
      localConcurrency: workers,
      pollingIntervalSeconds: POLL_SECONDS,
      burstWhenBatchFull: true,
    };
    await boss.work('noop', options, async () => {});
  },

  async close() {
    await boss?.stop();
  },
});
