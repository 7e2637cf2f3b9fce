package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Given.RETRYING;
import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.arguments;
import static io.flowfabric.engine.rules.Given.created;
import static io.flowfabric.engine.rules.Given.delayedUntil;
import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.flowfabric.model.state.BlockingReason;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of 02 §2, row by row: where each operation leaves an execution, in all seven dimensions. */
class TransitionTableTest {
    private static final String ELIGIBLE = "runnable unowned eligible_now waiting_for_worker none %s waiting";
    private static final String LEASED = "active leased not_applicable none none running_attempt active";
    private static final String ENDED = "terminal unowned not_applicable none %s %s %s";

    static Stream<Arguments> rows() {
        return Stream.of(
                row("create, now", eligible(), ELIGIBLE, "pending_first_attempt"),
                row(
                        "create, future delay",
                        delayedUntil(T0 + 1),
                        "runnable unowned not_eligible_until_time waiting_for_delay none pending_first_attempt delayed"),
                row("claim", eligible().leasedBy("w1"), LEASED),
                row("claim of a retry", Standing.RETRY_DUE.given().leasedBy("w2"), LEASED),
                row("claim of a replay", Standing.REPLAYED.given().leasedBy("w2"), LEASED),
                row("claim of a paused attempt", Standing.INTERRUPTED.given().leasedBy("w2"), LEASED),
                row(
                        "claim past a missing route",
                        Standing.BLOCKED_BY_ROUTE.given().leasedBy("w2"),
                        LEASED),
                row(
                        "reclaim of an expired lease",
                        Standing.LEASE_EXPIRED.given().leasedBy("w2"),
                        LEASED),
                row("reclaim of a revoked lease", Standing.REVOKED.given().leasedBy("w2"), LEASED),
                row(
                        "lease marked expired",
                        Standing.LEASE_EXPIRED.given(),
                        "active lease_expired_reclaimable not_applicable waiting_for_worker none attempt_interrupted active"),
                row(
                        "revoke_lease",
                        Standing.REVOKED.given(),
                        "active lease_revoked not_applicable waiting_for_worker none attempt_interrupted active"),
                row("complete", Standing.SUCCEEDED.given(), ENDED, "success", "attempt_terminal", "completed"),
                row(
                        "fail, retry",
                        Standing.RETRY_BACKOFF.given(),
                        "runnable unowned not_eligible_until_time waiting_for_retry_backoff none pending_retry_attempt delayed"),
                row("fail, terminal", Standing.FAILED.given(), ENDED, "failed", "attempt_terminal", "failed"),
                row(
                        "delay",
                        Standing.PAUSED.given(),
                        "runnable unowned not_eligible_until_time waiting_for_delay none attempt_interrupted delayed"),
                row(
                        "wait_children, something unresolved",
                        Standing.WAITING_CHILDREN.given(),
                        "runnable unowned blocked_by_dependencies waiting_for_children none attempt_interrupted waiting_children"),
                row(
                        "wait_children, nothing unresolved",
                        eligible().leasedBy("w1").waitingFor(0),
                        ELIGIBLE,
                        "attempt_interrupted"),
                row("promote, never run", delayedUntil(T0 + 1).promoted(), ELIGIBLE, "pending_first_attempt"),
                row("promote, retry", Standing.RETRY_DUE.given(), ELIGIBLE, "pending_retry_attempt"),
                row("promote, paused", Standing.INTERRUPTED.given(), ELIGIBLE, "attempt_interrupted"),
                row("promote, resumed", Standing.RESUME_DELAY.given().promoted(), ELIGIBLE, "attempt_interrupted"),
                row(
                        "cancel, never run",
                        eligible().cancelled(),
                        ENDED,
                        "cancelled",
                        "pending_first_attempt",
                        "cancelled"),
                row("cancel, leased", Standing.CANCELLED.given(), ENDED, "cancelled", "attempt_terminal", "cancelled"),
                row(
                        "cancel, retry pending",
                        Standing.RETRY_BACKOFF.given().cancelled(),
                        ENDED,
                        "cancelled",
                        "attempt_terminal",
                        "cancelled"),
                row(
                        "cancel, replay of one that never ran",
                        Standing.CANCELLED_UNRUN.given().replayed().cancelled(),
                        ENDED,
                        "cancelled",
                        "pending_replay_attempt",
                        "cancelled"),
                row(
                        "expire, never run",
                        created(arguments().deadlineAt(T0 + 1)).expired(),
                        ENDED,
                        "expired",
                        "pending_first_attempt",
                        "expired"),
                row("expire, leased", Standing.EXPIRED.given(), ENDED, "expired", "attempt_terminal", "expired"),
                row("replay", Standing.REPLAYED.given(), ELIGIBLE, "pending_replay_attempt"),
                row(
                        "replay, dependencies open",
                        Standing.SKIPPED.given().member(false, false, 0, 2).replayed(),
                        "runnable unowned blocked_by_dependencies waiting_for_children none pending_replay_attempt waiting_children"),
                row("resume, no delay", Standing.SUSPENDED.given().resumed(0), ELIGIBLE, "attempt_interrupted"),
                row(
                        "resume, delay",
                        Standing.RESUME_DELAY.given(),
                        "runnable unowned not_eligible_until_time waiting_for_resume_delay none attempt_interrupted delayed"),
                row(
                        "block for budget",
                        Standing.BLOCKED_BY_BUDGET.given(),
                        "runnable unowned blocked_by_budget waiting_for_budget none pending_first_attempt rate_limited"),
                row(
                        "block for quota",
                        Standing.BLOCKED_BY_QUOTA.given(),
                        "runnable unowned blocked_by_quota waiting_for_quota none pending_first_attempt rate_limited"),
                row(
                        "block for route",
                        Standing.BLOCKED_BY_ROUTE.given(),
                        "runnable unowned blocked_by_route waiting_for_capable_worker none pending_first_attempt waiting"),
                row(
                        "block by operator",
                        Standing.BLOCKED_BY_OPERATOR.given(),
                        "runnable unowned blocked_by_operator paused_by_operator none pending_first_attempt waiting"),
                row(
                        "block by policy",
                        Standing.BLOCKED_BY_LANE_STATE.given(),
                        "runnable unowned blocked_by_lane_state paused_by_policy none pending_first_attempt waiting"),
                row(
                        "block keeps the attempt state",
                        eligible(RETRYING)
                                .leasedBy("w1")
                                .failed()
                                .promoted()
                                .blockedFor(BlockingReason.WAITING_FOR_QUOTA),
                        "runnable unowned blocked_by_quota waiting_for_quota none pending_retry_attempt rate_limited"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyOperationLeavesTheExecutionWhereItsRowSays(Given given, String state) {
        assertThat(Told.state(given.execution())).isEqualTo(state);
    }

    private static Arguments row(String operation, Given given, String state, Object... cells) {
        return argumentSet(operation, given, state.formatted(cells));
    }
}
