package io.flowfabric.store.testkit.modelled;

import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.EligibilityState;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.OwnershipState;
import io.flowfabric.model.state.StateVector;

/** Where an execution stands, as far as it makes one call promising and another not. */
final class ExecutionStage {
    private ExecutionStage() {}

    static boolean isUnended(ModelledExecution each) {
        return !isEnded(each);
    }

    static boolean isEnded(ModelledExecution each) {
        return vector(each).isTerminal();
    }

    static boolean isEligible(ModelledExecution each) {
        return vector(each).isEligible();
    }

    /** It has an attempt that waits to be continued. */
    static boolean isPaused(ModelledExecution each) {
        return vector(each).attemptState() == AttemptState.ATTEMPT_INTERRUPTED;
    }

    static boolean isResumable(ModelledExecution each) {
        return isEligible(each) && isPaused(each);
    }

    /** It is blocked, other than by a delay. */
    static boolean isHeldBack(ModelledExecution each) {
        return vector(each).phase() == LifecyclePhase.RUNNABLE
                && !isEligible(each)
                && vector(each).eligibility() != EligibilityState.NOT_ELIGIBLE_UNTIL_TIME;
    }

    static boolean isDelayed(ModelledExecution each) {
        return each.execution().dueTimes().delayUntil().isPresent();
    }

    /** Its attempt, or all of it, may take too long. */
    static boolean isTimed(ModelledExecution each) {
        var dueTimes = each.execution().dueTimes();
        return dueTimes.attemptTimeoutAt().isPresent() || dueTimes.deadlineAt().isPresent();
    }

    static boolean isActive(ModelledExecution each) {
        return vector(each).phase() == LifecyclePhase.ACTIVE;
    }

    static boolean isLeased(ModelledExecution each) {
        return vector(each).ownership() == OwnershipState.LEASED;
    }

    static boolean isExpired(ModelledExecution each) {
        return isActive(each) && !isLeased(each);
    }

    static boolean isGranted(ModelledExecution each, GrantKind kind) {
        return each.loaded().grant().filter(grant -> grant.kind() == kind).isPresent();
    }

    private static StateVector vector(ModelledExecution each) {
        return each.execution().vector();
    }
}
