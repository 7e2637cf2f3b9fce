package io.flowfabric.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * db-scheduler with the strategy lock-and-fetch: executions are picked by one statement per batch, and deleted one by one
 * when they have run. The limits are those with which its documentation reports the highest rate per thread.
 */
final class DbSchedulerPeer implements Peer {
    private static final TaskDescriptor<String> NOOP = TaskDescriptor.of("noop", String.class);
    private static final double REFILL_BELOW = 4;
    private static final double FILL_UP_TO = 20;
    private static final Duration POLL = Duration.ofMillis(100);

    /** The columns and indexes that it documents, without the index for priorities, which are not used. */
    private static final String TABLE = """
            CREATE TABLE scheduled_tasks (
                task_name            text NOT NULL,
                task_instance        text NOT NULL,
                task_data            bytea,
                execution_time       timestamptz NOT NULL,
                picked               boolean NOT NULL,
                picked_by            text,
                last_success         timestamptz,
                last_failure         timestamptz,
                consecutive_failures integer,
                last_heartbeat       timestamptz,
                version              bigint NOT NULL,
                priority             smallint,
                PRIMARY KEY (task_name, task_instance)
            );
            CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
            CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
            """;

    private final PeerStore peerStore;
    private final HikariDataSource pool;
    private final Scheduler scheduler;
    private long ids;

    private DbSchedulerPeer(PeerStore peerStore) {
        this.peerStore = peerStore;
        this.pool = peerStore.pool();
        this.scheduler = Scheduler.create(pool, Tasks.oneTime(NOOP).execute((instance, context) -> {}))
                .threads(peerStore.workers())
                .pollingInterval(POLL)
                .pollUsingLockAndFetch(REFILL_BELOW, FILL_UP_TO)
                .build();
    }

    static Peer prepare(PeerStore peerStore) throws SQLException {
        peerStore.execute(TABLE);
        return new DbSchedulerPeer(peerStore);
    }

    @Override
    public Map<String, String> settings() {
        return PeerSettings.of(Scheduler.class)
                .with("threads", peerStore.workers())
                .with("polling", "lock-and-fetch")
                .with("lower_limit", REFILL_BELOW)
                .with("upper_limit", FILL_UP_TO)
                .with("polling_interval", POLL)
                .with("connections", peerStore.connections())
                .toMap();
    }

    @Override
    public void submit(int count, String payload) {
        List<TaskInstance<?>> chunk = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            chunk.add(NOOP.instance(Long.toString(ids++)).data(payload).build());
        }
        scheduler.scheduleBatch(chunk, Instant.now());
    }

    @Override
    public void start() {
        scheduler.start();
    }

    @Override
    public String unfinished() {
        return "SELECT count(*) FROM scheduled_tasks";
    }

    @Override
    public void close() {
        scheduler.stop();
        pool.close();
    }
}
