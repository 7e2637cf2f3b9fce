package io.flowfabric.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flowfabric.bench.TestStores;
import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.store.PostgresHost;
import io.flowfabric.bench.system.PacedRun;
import io.flowfabric.bench.system.RunRate.Extent;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(360)
class PeersTest {
    private static final int COUNT = 200;
    private static final byte[] PAYLOAD = "x".repeat(256).getBytes(StandardCharsets.UTF_8);
    private static final Duration LONGER_THAN_IT_TAKES = Duration.ofMinutes(5);
    private static final Set<String> JVM_GROUPS = Set.of("CarrierThreads", "InnocuousThreadGroup");
    private static final PostgresHost HOST = TestStores.POSTGRES;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            db-scheduler | SELECT count(*) FROM scheduled_tasks                               | 0
            jobrunr      | SELECT count(*) FROM jobrunr_jobs WHERE state = 'SUCCEEDED'        | 200
            dbos         | SELECT count(*) FROM dbos.workflow_status WHERE status = 'SUCCESS' | 200
            """)
    void peerOnTheJvmDoesAllItWasGivenAndLeavesNoThread(String name, String query, long expected) throws Exception {
        checkRun(name, query, expected);
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = "ff.long", matches = ".*")
    @CsvSource(delimiter = '|', textBlock = """
            pg-boss         | SELECT count(*) FROM pgboss.job WHERE state = 'completed' | 200
            graphile-worker | SELECT count(*) FROM graphile_worker._private_jobs        | 0
            """)
    void peerOnNodeDoesAllItWasGivenAndLeavesNoThread(String name, String query, long expected) throws Exception {
        assumeThat(entrant(name).absence()).isEmpty();
        checkRun(name, query, expected);
    }

    private static void checkRun(String name, String query, long expected) throws Exception {
        var before = threads();
        try (var benchStore = HOST.fresh()) {
            try (var contestant = (PacedRun) entrant(name).enter(benchStore, 16)) {
                contestant.prepare();
                contestant.submit(COUNT, PAYLOAD);
                var pace = contestant.drain(LONGER_THAN_IT_TAKES);

                assertThat(pace.extent()).isEqualTo(Extent.ALL);
                assertThat(pace.executions()).isEqualTo(COUNT);
                assertThat(count(benchStore, query)).isEqualTo(expected);
                assertThat(contestant.settings().get("library")).matches("[a-z-]+-\\d.*");
                assertThat(contestant.settings().get("measured")).startsWith("all: 200 of 200 in ");
            }
        }
        assertThat(leftOver(before)).isEmpty();
    }

    private static PeerSystem entrant(String name) {
        return (PeerSystem) Peers.all().stream()
                .filter(entrant -> entrant.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long count(PostgresBenchStore benchStore, String query) throws SQLException {
        try (var connection = benchStore.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** What was started since and does not end by itself. */
    private static Set<Thread> leftOver(Set<Thread> before) throws InterruptedException {
        var since = threads();
        since.removeAll(before);
        since.removeIf(PeersTest::ofTheJvm);
        for (var thread : since) {
            thread.join(Duration.ofSeconds(5).toMillis());
        }
        since.removeIf(thread -> !thread.isAlive());
        return since;
    }

    /** Those that carry virtual threads and wait for their files and sockets stay once one was needed. */
    private static boolean ofTheJvm(Thread thread) {
        var group = thread.getThreadGroup();
        return group != null && JVM_GROUPS.contains(group.getName());
    }
}
