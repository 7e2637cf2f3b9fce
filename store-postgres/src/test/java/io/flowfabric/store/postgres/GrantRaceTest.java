package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.GrantOutcome;
import io.flowfabric.model.op.IssueClaimGrant;
import io.flowfabric.model.op.IssueGrantAndClaim;
import io.flowfabric.model.op.OperatorClaim;
import io.flowfabric.testkit.Client;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
    void executionIsGrantedToOne() throws Exception {
        var answers = behindAHeldRow(() -> grant(first, "w1"), () -> grant(second, "w2"));

        assertThat(answers.get(0)).isInstanceOf(GrantOutcome.Granted.class);
        assertThat(answers.get(1)).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void executionThatIsBeingGrantedIsNotClaimedByAnOperator() throws Exception {
        var answers = behindAHeldRow(() -> grant(first, "w1"), () -> grantAndClaim(second));

        assertThat(answers.get(0)).isInstanceOf(GrantOutcome.Granted.class);
        assertThat(answers.get(1)).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
    }

    @Test
    void executionThatAnOperatorClaimsIsNotGranted() throws Exception {
        var answers = behindAHeldRow(() -> grantAndClaim(first), () -> grant(second, "w1"));

        assertThat(answers.get(0)).isInstanceOf(OperatorClaim.class);
        assertThat(answers.get(1)).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    /** Lets two calls wait for the row, in this order; answers what came of them, or the code of their refusal. */
    private List<Object> behindAHeldRow(Supplier<?> one, Supplier<?> other) throws Exception {
        CompletableFuture<Object> ones;
        CompletableFuture<Object> others;
        try (var held = new HeldExecution(address, id)) {
            ones = CompletableFuture.supplyAsync(() -> answer(one));
            held.awaitWaiting(1);
            others = CompletableFuture.supplyAsync(() -> answer(other));
            held.awaitWaiting(2);
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
