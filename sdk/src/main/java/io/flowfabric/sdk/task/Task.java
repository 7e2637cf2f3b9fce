package io.flowfabric.sdk.task;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.sdk.payload.TypeToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An attempt at an execution that a worker owns, as its handler sees it. The worker renews the lease while the handler
 * runs, and interrupts the handler's thread when the lease is lost. Safe for use by any thread, usable only until
 * the handler has ended.
 */
public interface Task {
    /** The execution. */
    ExecutionId executionId();

    /** The kind it was submitted with. */
    String kind();

    /** The lane it was claimed from. */
    LaneId lane();

    /** The number of the attempt, 0 for the first. */
    int attemptIndex();

    /** The attempt. */
    AttemptId attemptId();

    /** The fencing number of the lease; higher than that of every earlier owner. */
    long leaseEpoch();

    /** The tags of the execution; unmodifiable. */
    Map<String, String> tags();

    /** A copy of the bytes it was submitted with; empty if there were none. */
    byte[] payload();

    /**
     * The payload it was submitted with: a {@code String} from UTF-8, anything else from JSON.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the bytes are not of that type;
     *     left uncaught it fails the attempt with category {@code extractor_payload_decode}
     */
    default <T> T payload(Class<T> type) {
        return payload(TypeToken.of(type));
    }

    /** The payload, as {@link #payload(Class)}, where the type has parameters. */
    <T> T payload(TypeToken<T> type);

    /**
     * Reports the progress of the work, for people to see.
     *
     * @param percent 0 to 100
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, the percentage is out of range, or the
     *     store cannot be reached
     */
    void progress(int percent, String message);

    /**
     * Every attempt at the execution so far, the oldest first, this one included.
     *
     * @throws io.flowfabric.model.error.EngineException if the store cannot be reached
     */
    List<Attempt> history();

    /**
     * When the engine ends the attempt at the latest, on the store's clock: at the deadline of the execution or at the
     * timeout of the attempt, whichever comes first; empty when there is neither. The task stops being owned a moment
     * before that.
     *
     * @throws io.flowfabric.model.error.EngineException if the store cannot be reached
     */
    Optional<Instant> deadline();

    /**
     * Renews the lease now. The worker renews it in time by itself; this is for a handler that needs the full lease
     * time before a long step.
     *
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, or the store cannot be reached
     */
    void renew();

    /** How many renewals in a row got no answer; 0 after one that did. */
    int consecutiveRenewalFailures();

    /** Whether the attempt is owned and not in danger: fewer than three renewals in a row got no answer. */
    boolean isLeaseHealthy();

    /**
     * Ends the task for now: the execution becomes claimable again after that time, and the same attempt then
     * continues. Nothing can be done with the task afterwards; what the handler returns or throws is ignored.
     *
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, the task has been ended before, or the
     *     store cannot be reached while the lease lasts; the task then goes on
     */
    void delay(Duration time);

    /** Ends the task until a moment of the store's clock, as {@link #delay(Duration)} does. */
    void delay(Instant until);

    /**
     * Ends the attempt in failure, as throwing {@link TaskFailure} does, and returns when the next attempt may begin.
     * Nothing can be done with the task afterwards; what the handler returns or throws is ignored.
     *
     * @param category a category of the caller's choice, which a retry policy may name; {@code permanent} and
     *     {@code cancelled} are never retried
     * @return when the next attempt may begin; empty if the execution has failed for good
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, the task has been ended before, or the
     *     store cannot be reached while the lease lasts; the task then goes on
     */
    Optional<Instant> fail(String reason, String category);

    /**
     * Cancels the execution for good. Nothing can be done with the task afterwards; what the handler returns or throws
     * is ignored.
     *
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, the task has been ended before, or the
     *     store cannot be reached while the lease lasts; the task then goes on
     */
    void cancel(String reason);

    /**
     * Whether this worker surely still owns the attempt. False once the lease was revoked, has expired on this
     * process's own clock, or was given up by the handler, and from the {@link #deadline()} on, by that clock too;
     * never true again after that.
     */
    boolean isOwned();

    /**
     * Fails unless {@link #isOwned()}: to be called right before an effect that cannot be undone.
     *
     * @throws io.flowfabric.model.error.StateException {@code stale_lease} if the attempt is no longer owned
     */
    void checkOwned();
}
