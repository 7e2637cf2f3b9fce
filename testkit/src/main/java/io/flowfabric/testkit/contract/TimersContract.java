package io.flowfabric.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.timers.Takeovers;
import io.flowfabric.engine.timers.Timers;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.VectorRow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 02 §11 and §14 on a store: what falls due is done, and one that fails does not hold up the others. */
@Covers({"mark_lease_expired_if_due", "promote_delayed", "expire_execution"})
public abstract class TimersContract extends ContractSuite {

    @Test
    public void onlyDueDelaysArePromoted() {
        var soon = create(execution().delayUntil(START + 100));
        var later = create(execution().delayUntil(START + 101));
        advance(100);

        pass();

        assertThat(describe(soon).publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(later).publicState()).isEqualTo(PublicState.DELAYED);
    }

    @Test
    public void lapsedLeaseIsMarkedAndOffered() {
        var id = create();
        claimOne("w1");
        advance(TTL_MS - 1);
        pass();
        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASED);
        advance(1);

        pass();

        assertThat(describe(id).vector().row()).isEqualTo(VectorRow.LEASE_EXPIRED);
        assertThat(claimOne("w2").executionId()).isEqualTo(id);
    }

    @Test
    public void leaseThatLapsedTooOftenEndsTheExecution() {
        var id = create(execution().policyJson("{\"max_reclaim_count\":0}"));
        claimOne("w1");
        advance(TTL_MS);

        pass();

        assertThat(describe(id).publicState()).isEqualTo(PublicState.FAILED);
        assertThat(describe(id).ending().failureReason()).contains("max_reclaims_exceeded");
        assertThat(types()).containsExactly("acquired", "expired", "failed");
    }

    @Test
    public void attemptTimeoutRetriesAndDeadlineExpires() {
        var timed = create(execution()
                .policyJson("{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":5}},"
                        + "\"timeout_policy\":{\"attempt_timeout_ms\":50}}"));
        claimOne("w1");
        var mortal = create(execution().deadlineAt(START + 50));
        advance(50);

        pass();

        assertThat(describe(timed).vector().row()).isEqualTo(VectorRow.RETRY_BACKOFF);
        assertThat(describe(mortal).publicState()).isEqualTo(PublicState.EXPIRED);
    }

    @Test
    public void moreThanABatchIsDoneInOnePass() {
        int executions = 600;
        for (int i = 0; i < executions; i++) {
            create(execution().delayUntil(START + 1));
        }
        advance(1);

        pass();

        assertThat(claim("w1", 256)).hasSize(256);
        assertThat(claim("w1", 256)).hasSize(256);
        assertThat(claim("w1", 256)).hasSize(executions - 512);
    }

    @Test
    public void itemThatFailsDoesNotHoldUpTheOthers() {
        var cursed = create(execution().delayUntil(START + 1));
        var fine = create(execution().delayUntil(START + 2));
        advance(10);

        new Timers(store, failingFor(cursed), new Takeovers(Duration.ZERO, id -> {})).pass();

        assertThat(describe(cursed).publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(describe(fine).publicState()).isEqualTo(PublicState.WAITING);
    }

    private void pass() {
        engine.runTimers();
    }

    private Engine failingFor(ExecutionId cursed) {
        return new Engine() {
            @Override
            public <A, R> R call(Operation<A, R> operation, A arguments) {
                if (arguments.equals(new ExecutionRef(cursed))) {
                    throw new UnavailableException(operation.name(), "This one always fails.");
                }
                return engine.call(operation, arguments);
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }
}
