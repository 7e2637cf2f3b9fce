package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.testkit.Client;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two engines want the permission to run one execution while its row is held, so that both have begun to look when the
 * first of them gets the row.
 */
@Timeout(60)
class GrantRaceTest {
    private static final long TTL_MS = 60_000;

    private final String address = TestPostgres.freshAddress();
    private Client first;
    private Client second;
    private ExecutionId id;

    @BeforeEach
    void open() {
        first = Client.of(TestPostgres.open(address));
        second = Client.of(TestPostgres.open(address));
        id = first.create();
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void grantThatIsCommittedWhileTheRowIsWaitedForIsSeen() throws Exception {
        CompletableFuture<Loaded> locked;
        try (var connection = TestPostgres.connect(address);
                var held = new HeldExecution(address, id)) {
            connection.setAutoCommit(false);
            locked = CompletableFuture.supplyAsync(() -> lock(connection));
            held.awaitWaiting(1);
            held.grantAndCommit();

            assertThat(locked.get(1, TimeUnit.MINUTES).grant()).isPresent();
        }
    }

    /** Without the limits of our transactions, so that it waits for as long as the row is held. */
    private Loaded lock(Connection connection) {
        var scope = new PgScope(
                connection, new Statements(PostgresAddress.parse(address).schema()));
        return UncheckedSql.run(() -> PgTables.create().executions().lock(scope, List.of(id)))
                .get(0)
                .loaded();
    }

    @RepeatedTest(10)
    void executionIsGrantedToOne() throws Exception {
        assertThat(behindAHeldRow(() -> grant(first, "w1"), () -> grant(second, "w2")))
                .hasAtLeastOneElementOfType(GrantOutcome.Granted.class)
                .contains(ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @RepeatedTest(10)
    void executionIsGrantedOrClaimedByAnOperator() throws Exception {
        assertThat(behindAHeldRow(() -> grant(first, "w1"), () -> grantAndClaim(second)))
                .containsAnyOf(ErrorCode.GRANT_ALREADY_EXISTS, ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    /** Begins two calls while the row is held; answers what came of them, or the codes of their refusals. */
    private List<Object> behindAHeldRow(Supplier<?> one, Supplier<?> other) throws Exception {
        CompletableFuture<Object> ones;
        CompletableFuture<Object> others;
        try (var held = new HeldExecution(address, id)) {
            ones = CompletableFuture.supplyAsync(() -> answer(one));
            others = CompletableFuture.supplyAsync(() -> answer(other));
            held.giveBack();
        }
        return List.of(ones.get(1, TimeUnit.MINUTES), others.get(1, TimeUnit.MINUTES));
    }

    private static Object answer(Supplier<?> call) {
        try {
            return call.get();
        } catch (EngineException refused) {
            return refused.code();
        }
    }

    private GrantOutcome grant(Client client, String worker) {
        return client.engine()
                .call(
                        Catalogue.ISSUE_CLAIM_GRANT,
                        new IssueClaimGrant(
                                id,
                                Client.LANE,
                                new WorkerId(worker),
                                new WorkerInstanceId(worker + "-1"),
                                TTL_MS,
                                List.of()));
    }

    private OperatorClaim grantAndClaim(Client client) {
        return client.engine().call(Catalogue.ISSUE_GRANT_AND_CLAIM, new IssueGrantAndClaim(id, Client.LANE, TTL_MS));
    }
}
