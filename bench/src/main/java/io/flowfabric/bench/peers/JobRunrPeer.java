package io.flowfabric.bench.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * JobRunr in its free edition: a job is one row with its history as JSON, rewritten with each change of state. The poll
 * interval is the shortest that it accepts; while there is work it asks for more without waiting for it.
 */
final class JobRunrPeer implements Peer {
    private static final Duration POLL = Duration.ofSeconds(5);

    private final PeerStore peerStore;
    private final HikariDataSource pool;
    private final JobRunrConfigurationResult jobRunr;

    private JobRunrPeer(PeerStore peerStore) {
        this.peerStore = peerStore;
        this.pool = peerStore.pool();
        this.jobRunr = JobRunr.configure()
                .useStorageProvider(new PostgresStorageProvider(pool))
                .useBackgroundJobServer(
                        usingStandardBackgroundJobServerConfiguration()
                                .andWorkerCount(peerStore.workers())
                                .andPollInterval(POLL),
                        false)
                .initialize();
    }

    static Peer prepare(PeerStore peerStore) {
        return new JobRunrPeer(peerStore);
    }

    @Override
    public Map<String, String> settings() {
        return PeerSettings.of(JobRunr.class)
                .with("workers", peerStore.workers())
                .with("poll_interval", POLL)
                .with("connections", peerStore.connections())
                .toMap();
    }

    @Override
    public void submit(int count, String payload) {
        jobRunr.getJobScheduler()
                .<NoopJob, String>enqueue(Collections.nCopies(count, payload).stream(), (job, given) -> job.run(given));
    }

    @Override
    public void start() {
        jobRunr.getBackgroundJobServer().start();
    }

    @Override
    public String unfinished() {
        return "SELECT count(*) FROM jobrunr_jobs WHERE state <> 'SUCCEEDED'";
    }

    /** JobRunr is one per JVM; it stops its server and forgets its storage. */
    @Override
    public void close() {
        JobRunr.destroy();
        pool.close();
    }

    /** Public, with a public constructor, because JobRunr creates and calls it. */
    public static final class NoopJob {

        /** Does nothing. */
        public void run(String payload) {}
    }
}
