package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.op.submit.CreateExecutionOutcome.Duplicate;
import io.flowfabric.store.testkit.contract.submit.CallerTransactionContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** And what PostgreSQL, which has many writers at a time, makes of the transactions of others. */
@Timeout(120)
public abstract class PostgresCallerTransactionContract extends CallerTransactionContract {
    private final String address = TestPostgres.freshAddress();
    private final String schema = PostgresAddress.parse(address).schema().quoted();

    @Override
    protected Store openStore(Clock clock) {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    @Override
    protected Connection connect() throws SQLException {
        return TestPostgres.connect(address);
    }

    @Override
    protected Connection connectElsewhere() throws SQLException {
        var elsewhere = TestPostgres.dataSource(address);
        elsewhere.setDatabaseName("template1");
        return elsewhere.getConnection();
    }

    @Override
    protected String table() {
        return schema + ".orders";
    }

    @Test
    void openTransactionHoldsUpNeitherTheFeedNorOthersOnANewLane() throws SQLException {
        submit(execution().tag("cairn.instance_id", "i-1"));

        var other = create();
        complete(claimOne("w"));

        assertThat(types(other)).containsExactly("acquired", "success", "revoked");
        caller().rollback();
    }

    @Test
    void onlyThoseWhoWantAHeldKeyWaitForIt() throws Exception {
        var first = submit(execution().idempotencyKey("k"));
        var waiting = Stream.generate(() -> CompletableFuture.supplyAsync(() -> engine.call(
                        Catalogue.CREATE_EXECUTION,
                        execution().idempotencyKey("k").build())))
                .limit(3)
                .toList();
        assertThat(create(execution().idempotencyKey("other"))).isNotEqualTo(first);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);

        caller().commit();
        for (var one : waiting) {
            assertThat(one.get()).isEqualTo(new Duplicate(first));
        }
    }

    @Test
    void metButUnclaimedOneIsNotAnnouncedTwice() throws SQLException {
        var id = submit(execution().tag("cairn.instance_id", "i-1"));
        caller().commit();

        write(tx -> tx.executions().lock(List.of(id)));
        assertThat(types(id)).containsExactly("instance_tag");
        var claim = claimOne("w");

        assertThat(types(id)).containsExactly("instance_tag", "acquired");
        assertThat(claim.executionId()).isEqualTo(id);
    }

    @Test
    void transactionThatHasFailedIsToldSo() throws SQLException {
        try (var statement = caller().createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT 1/0")).isInstanceOf(SQLException.class);
        }

        assertThatThrownBy(() -> submit(execution())).hasMessageContaining("Roll it back and begin again");
    }

    @Test
    void settingsOfTheConnectionAreLeftAlone() throws SQLException {
        String before = serverSettings();

        submit(execution());

        assertThat(serverSettings()).isEqualTo(before);
        assertThat(caller().getAutoCommit()).isFalse();
    }

    private String serverSettings() throws SQLException {
        try (var statement = caller().createStatement();
                var row = statement.executeQuery("SELECT string_agg(name || '=' || setting, ',' ORDER BY name)"
                        + " FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', 'plan_cache_mode',"
                        + " 'enable_seqscan', 'transaction_isolation', 'search_path')")) {
            row.next();
            return row.getString(1);
        }
    }
}
