package io.flowfabric.sdk;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import java.util.Map;

/**
 * An attempt at an execution that a worker owns, as its handler sees it. The worker renews the lease while the handler
 * runs, and interrupts the handler's thread when the lease is lost. Safe for use by any thread, and of use only until
 * the handler has ended.
 */
public interface Task {
    /** The execution. */
    ExecutionId executionId();

    /** What it was submitted as. */
    String kind();

    /** The lane it was claimed from. */
    LaneId lane();

    /** The number of the attempt, 0 for the first. */
    int attemptIndex();

    /** The attempt. */
    AttemptId attemptId();

    /** The fencing number of the lease; higher than that of every owner before. */
    long leaseEpoch();

    /** The tags of the execution; unmodifiable. */
    Map<String, String> tags();

    /** A copy of the bytes it was submitted with; empty if there were none. */
    byte[] payload();

    /**
     * What it was submitted with: a {@code String} from UTF-8, anything else from JSON.
     *
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} if the bytes are not of that type;
     *     left uncaught it fails the attempt with category {@code extractor_payload_decode}
     */
    <T> T payload(Class<T> type);

    /**
     * Says how far the work has come, for people to see.
     *
     * @param percent 0 to 100
     * @throws io.flowfabric.model.error.EngineException if the lease is lost, the percentage is out of range, or the
     *     store cannot be reached
     */
    void progress(int percent, String message);

    /**
     * Whether this worker surely still owns the attempt. False from the moment a renewal was refused for good, or the
     * lease has run out on this process's own clock; never true again after that.
     */
    boolean isOwned();

    /**
     * Fails unless {@link #isOwned()}: to be called right before an effect that nobody can take back.
     *
     * @throws io.flowfabric.model.error.StateException {@code stale_lease} if the attempt is no longer owned
     */
    void checkOwned();
}
