package io.flowfabric.model.execution;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the holder last said about how far it has come. */
public record Progress(OptionalInt percent, Optional<String> message, OptionalLong updatedAt) {
    /** Nothing was said yet. */
    public static final Progress NONE = new Progress(OptionalInt.empty(), Optional.empty(), OptionalLong.empty());

    /** The progress after a report; what the report leaves out stays as it was. */
    public Progress updated(OptionalInt newPercent, Optional<String> newMessage, long now) {
        return new Progress(
                newPercent.isPresent() ? newPercent : percent,
                newMessage.filter(text -> !text.isEmpty()).or(() -> message),
                OptionalLong.of(now));
    }
}
