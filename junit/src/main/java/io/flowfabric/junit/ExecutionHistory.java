package io.flowfabric.junit;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The history of an execution as text, for a failed assertion. */
record ExecutionHistory(ExecutionSnapshot execution, List<Attempt> attempts) {
    static ExecutionHistory of(ExecutionSnapshot execution, List<Attempt> attempts) {
        return new ExecutionHistory(execution, attempts);
    }

    String told(String expectation) {
        return """

                Expecting execution %s of kind %s on lane %s
                  %s.
                It is %s. %s""".formatted(
                        execution.executionId(),
                        execution.executionKind(),
                        execution.laneId(),
                        expectation,
                        execution.publicState().literal(),
                        toldAttempts());
    }

    private String toldAttempts() {
        if (attempts.isEmpty()) {
            return "No attempt was made.";
        }
        return attempts.stream().map(ExecutionHistory::told).collect(Collectors.joining("\n  ", "Attempts:\n  ", ""));
    }

    private static String told(Attempt attempt) {
        var text = new StringBuilder("#%d %s, begun %s"
                .formatted(
                        attempt.index(),
                        attempt.type().literal(),
                        Instant.ofEpochMilli(attempt.times().startedAt())));
        attempt.holder().ifPresent(holder -> text.append(" by ").append(holder.workerInstanceId()));
        text.append(": ").append(attempt.status().literal());
        attempt.times().endedAt().ifPresent(at -> text.append(" at ").append(Instant.ofEpochMilli(at)));
        attempt.failure().ifPresent(why -> text.append(", ").append(why.reason()));
        attempt.failure().flatMap(why -> why.category()).ifPresent(word -> text.append(" (" + word + ")"));
        return text.toString();
    }
}
