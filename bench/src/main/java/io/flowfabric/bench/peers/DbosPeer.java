package io.flowfabric.bench.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.DBOSClient.EnqueueOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.migrations.MigrationManager;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * DBOS with a queue of workflows that have no steps. It has no call that enqueues many, so as many threads as there are
 * workers enqueue one by one, from outside, as its client does it. Its concurrency bounds what one poll may take, and with
 * it the rate: a thousand per poll is far above what it works off.
 */
final class DbosPeer implements Peer {
    private static final String APP = "bench";
    private static final String VERSION = "1";
    private static final String WORKFLOW = "noop";
    private static final int CONCURRENCY = 1000;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Queue QUEUE =
            new Queue(APP).withWorkerConcurrency(CONCURRENCY).withPollingInterval(POLL);
    private static final EnqueueOptions ENQUEUE =
            new EnqueueOptions(WORKFLOW, NoopWorkflow.class.getName(), QUEUE.name()).withAppVersion(VERSION);

    private final PeerStore peerStore;
    private final HikariDataSource pool;
    private final DBOS dbos;
    private final DBOSClient client;
    private final ExecutorService submitters;

    private DbosPeer(PeerStore peerStore) {
        this.peerStore = peerStore;
        this.pool = peerStore.pool();
        var config = DBOSConfig.defaults(APP).withAppVersion(VERSION).withDataSource(pool);
        MigrationManager.runMigrations(config);
        this.dbos = new DBOS(config);
        dbos.registerQueue(QUEUE);
        dbos.registerProxy(Noop.class, new NoopWorkflow());
        this.client = new DBOSClient(pool);
        this.submitters = Executors.newFixedThreadPool(peerStore.workers());
    }

    static Peer prepare(PeerStore peerStore) {
        return new DbosPeer(peerStore);
    }

    @Override
    public Map<String, String> settings() {
        return PeerSettings.of(DBOS.class)
                .with("worker_concurrency", CONCURRENCY)
                .with("polling_interval", POLL)
                .with("submitting_threads", peerStore.workers())
                .with("connections", peerStore.connections())
                .toMap();
    }

    @Override
    public void submit(int count, String payload) throws Exception {
        Object[] arguments = {payload};
        Callable<Object> enqueue = () -> client.enqueueWorkflow(ENQUEUE, arguments);
        for (var enqueued : submitters.invokeAll(Collections.nCopies(count, enqueue))) {
            enqueued.get();
        }
    }

    @Override
    public void start() {
        dbos.launch();
    }

    @Override
    public String unfinished() {
        return "SELECT count(*) FROM dbos.workflow_status WHERE status <> 'SUCCESS'";
    }

    @Override
    public void close() {
        submitters.shutdown();
        dbos.close();
        client.close();
        pool.close();
    }

    interface Noop {
        void run(String payload);
    }

    /** Public because DBOS calls it by reflection. */
    public static final class NoopWorkflow implements Noop {

        @Override
        @Workflow(name = WORKFLOW)
        public void run(String payload) {}
    }
}
