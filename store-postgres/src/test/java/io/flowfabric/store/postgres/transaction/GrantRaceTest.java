package io.flowfabric.store.postgres.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.grant.IssueGrantAndClaim;
import io.flowfabric.model.op.grant.OperatorClaim;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.HeldExecution;
import io.flowfabric.store.postgres.PausingStore;
import io.flowfabric.store.postgres.PostgresAddress;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.postgres.table.PostgresTables;
import io.flowfabric.store.testkit.Client;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two engines want the permission to run one execution at the same time: the second has read before the first has
 * committed.
 */
@Timeout(60)
class GrantRaceTest {
    private static final long TTL_MS = 60_000;

    private final String address = TestPostgres.freshAddress();
    private final PausingStore ofFirst = PausingStore.on(TestPostgres.open(address));
    private final PausingStore ofSecond = PausingStore.on(TestPostgres.open(address));
    private final Client first = Client.of(ofFirst);
    private final Client second = Client.of(ofSecond);
    private final ExecutionId id = first.create();

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
        var scope = new PostgresScope(
                connection,
                new PostgresStatements(PostgresAddress.parse(address).schema()));
        return UncheckedSql.run(() -> PostgresTables.create().executions().lock(scope, List.of(id)))
                .get(0)
                .loaded();
    }

    @Test
    void executionIsGrantedToOne() throws Exception {
        assertThat(whileItIsBeingGranted(() -> grant(second, "w2"))).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void executionThatIsGrantedIsNotClaimedByAnOperator() throws Exception {
        assertThat(whileItIsBeingGranted(() -> grantAndClaim(second))).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void executionThatIsGrantedIsNotClaimedByAnother() throws Exception {
        assertThat(whileItIsBeingGranted(() -> second.claim(1, Duration.ZERO))).isEqualTo(List.of());
    }

    /**
     * Makes a call that reads while a grant is issued and not committed, and goes on when it is; answers what came of
     * it, or the code of its refusal.
     */
    private Object whileItIsBeingGranted(Supplier<?> call) throws Exception {
        var committing = ofFirst.pauseNext();
        var granted = CompletableFuture.supplyAsync(() -> grant(first, "w1"));
        committing.awaitReached();
        var reading = ofSecond.pauseNext();
        var answer = CompletableFuture.supplyAsync(() -> answer(call));
        reading.awaitReached();
        committing.end();
        assertThat(granted.get(1, TimeUnit.MINUTES)).isInstanceOf(GrantOutcome.Granted.class);
        reading.end();
        return answer.get(1, TimeUnit.MINUTES);
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
