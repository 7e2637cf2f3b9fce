package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.delayedUntil;
import static io.flowfabric.engine.rules.Given.eligible;

import io.flowfabric.model.state.BlockingReason;
import java.util.function.Supplier;

/** Every place an execution can stand in: each row of the table of legal vectors, by each way that matters. */
public enum Standing {
    WAITING(() -> eligible()),
    DELAYED(() -> delayedUntil(T0 + 5_000)),
    RETRY_BACKOFF(() -> eligible(RETRYING).leasedBy("w1").failed()),
    RETRY_DUE(() -> eligible(RETRYING).leasedBy("w1").failed().promoted()),
    PAUSED(() -> eligible().leasedBy("w1").pausedUntil(T0 + 5_000)),
    INTERRUPTED(() -> eligible().leasedBy("w1").pausedUntil(T0).promoted()),
    RESUME_DELAY(() -> eligible()
            .leasedBy("w1")
            .suspended(BlockingReason.WAITING_FOR_SIGNAL)
            .resumed(5_000)),
    WAITING_CHILDREN(() -> eligible().leasedBy("w1").waitingFor(1)),
    BLOCKED_BY_BUDGET(() -> eligible().blockedFor(BlockingReason.WAITING_FOR_BUDGET)),
    BLOCKED_BY_QUOTA(() -> eligible().blockedFor(BlockingReason.WAITING_FOR_QUOTA)),
    BLOCKED_BY_ROUTE(() -> eligible().blockedFor(BlockingReason.WAITING_FOR_CAPABLE_WORKER)),
    BLOCKED_BY_OPERATOR(() -> eligible().blockedFor(BlockingReason.PAUSED_BY_OPERATOR)),
    BLOCKED_BY_LANE_STATE(() -> eligible().blockedFor(BlockingReason.PAUSED_BY_POLICY)),
    LEASED(() -> eligible().leasedBy("w1")),
    LEASE_EXPIRED_UNMARKED(() -> eligible().leasedBy("w1").atLeaseEnd()),
    LEASE_EXPIRED(() -> eligible().leasedBy("w1").leaseExpired()),
    REVOKED(() -> eligible().leasedBy("w1").revoked()),
    SUSPENDED(() -> eligible().leasedBy("w1").suspended(BlockingReason.WAITING_FOR_APPROVAL)),
    SUCCEEDED(() -> eligible().leasedBy("w1").completed()),
    FAILED(() -> eligible().leasedBy("w1").failed()),
    CANCELLED(() -> eligible().leasedBy("w1").cancelled()),
    CANCELLED_UNRUN(() -> eligible().cancelled()),
    EXPIRED(() -> created(arguments().deadlineAt(T0 + 1)).leasedBy("w1").expired()),
    SKIPPED(() -> eligible().skipped()),
    REPLAYED(() -> eligible().leasedBy("w1").completed().replayed());

    private final Supplier<Given> given;

    Standing(Supplier<Given> given) {
        this.given = given;
    }

    public Given given() {
        return given.get();
    }
}
