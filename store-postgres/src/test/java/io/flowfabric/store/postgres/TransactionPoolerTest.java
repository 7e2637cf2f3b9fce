package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.RecordedLogs;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store behind a pooler that swallows LISTEN and shares sessions among transactions. */
class TransactionPoolerTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int CONNECTIONS = 4;

    private static final String SETTINGS = """
            SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
                current_setting('idle_in_transaction_session_timeout'), current_setting('jit'),
                current_setting('enable_seqscan'), current_setting('plan_cache_mode'))""";

    private final String address = TestPostgres.freshAddress();
    private TransactionPooler pooler;
    private Client direct;
    private Client pooled;
    private long saidBefore;

    @BeforeEach
    void open() throws Exception {
        saidBefore = said();
        direct = Client.of(TestPostgres.open(address));
        pooler = new TransactionPooler(TestPostgres.dataSource(address), CONNECTIONS);
        pooled = Client.of(PostgresStore.open(
                new PostgresStore.Sources(pooler.dataSource(), 2, pooler),
                PostgresAddress.parse(address).schema(),
                StoreOptions.DEFAULT));
    }

    @AfterEach
    void close() {
        pooled.close();
        direct.close();
    }

    @Test
    void workFlowsByPollingAndTheLogSaysSoOnce() throws Exception {
        for (int round = 0; round < 3; round++) {
            var claims = CompletableFuture.supplyAsync(() -> pooled.claim(1, LONGEST_WAIT));
            var id = direct.create();
            assertThat(claims.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .extracting(Claim::executionId)
                    .containsExactly(id);
        }
        long seen = pooled.store().doorbells().work().position();
        pooled.store().doorbells().work().awaitBeyond(seen, Deadline.in(LONGEST_WAIT));
        assertThat(said() - saidBefore).isEqualTo(1);
    }

    @Test
    void executionIsClaimedCompletedAndToldOf() {
        var ids = pooled.create(CONNECTIONS);
        var claims = pooled.claim(CONNECTIONS, Duration.ZERO);
        assertThat(claims).extracting(Claim::executionId).containsExactlyInAnyOrderElementsOf(ids);
        claims.forEach(pooled::complete);
        assertThat(pooled.eventsAfter(0, 100))
                .filteredOn(read -> read.event().family() == EventFamily.COMPLETION)
                .hasSize(CONNECTIONS);
        assertThat(direct.eventsAfter(0, 100)).hasSameSizeAs(pooled.eventsAfter(0, 100));
    }

    /** Neither the limits of a call nor how its statements are planned. */
    @Test
    void settingsOfAWriteStayWithItsTransaction() throws Exception {
        pooled.complete(claimed());
        for (var connection : pooler.idle()) {
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery(SETTINGS)) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("0 0 0 on on auto");
            }
        }
    }

    private Claim claimed() {
        pooled.create();
        return pooled.claim(1, Duration.ZERO).get(0);
    }

    @Test
    void readSeesOneSnapshot() {
        var id = direct.create();
        var priorities = pooled.store().read(Deadline.in(LONGEST_WAIT), tx -> {
            int before = tx.executions().find(id).orElseThrow().priority();
            direct.changePriority(id, before + 1);
            return tx.executions().find(id).orElseThrow().priority() - before;
        });
        assertThat(priorities).isZero();
    }

    @Test
    void isolationOfAReadStaysWithItsTransaction() throws Exception {
        var id = direct.create();
        for (int i = 0; i < CONNECTIONS; i++) {
            pooled.find(id);
        }
        for (var connection : pooler.idle()) {
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery("SHOW transaction_isolation")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("read committed");
            }
        }
    }

    private static long said() {
        return RecordedLogs.notices().stream()
                .filter(notice -> notice.startsWith("Notifications do not arrive"))
                .count();
    }
}
