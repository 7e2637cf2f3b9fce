package io.flowfabric.model.op.submit;

import io.flowfabric.model.json.Outcome;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.state.PublicState;
import java.util.Optional;

/** Whether an execution has ended, and how. */
public sealed interface AwaitResultOutcome extends Outcome {
    record Ended(
            PublicState publicState,
            Optional<Payload> result,
            Optional<String> failureReason,
            Optional<String> cancellationReason)
            implements AwaitResultOutcome {}

    /** The time was over first. */
    record Pending() implements AwaitResultOutcome {}
}
