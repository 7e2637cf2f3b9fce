package io.flowfabric.sdk;

import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;

/**
 * How an execution ended.
 *
 * @param publicState one of the terminal states
 * @param result what it completed with, if anything
 * @param reason why it failed or was cancelled, if that was said
 */
public record Ending(PublicState publicState, Optional<Payload> result, Optional<String> reason) {

    static Ending of(AwaitResultOutcome.Ended ended) {
        return new Ending(
                ended.publicState(), ended.result(), ended.failureReason().or(ended::cancellationReason));
    }

    /** Whether it completed. */
    public boolean isCompleted() {
        return publicState == PublicState.COMPLETED;
    }
}
