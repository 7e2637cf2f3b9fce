package io.flowfabric.cli.rendering;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.console.Ink;
import io.flowfabric.cli.console.Table;
import io.flowfabric.cli.console.Terminal;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.state.AttemptStatus;
import java.time.Instant;
import java.util.List;

/** The attempts at an execution, one line each. */
final class AttemptTimeline {
    private static final int STATUS = 2;

    private final List<Attempt> attempts;
    private final Terminal terminal;
    private final long now;

    AttemptTimeline(List<Attempt> attempts, Terminal terminal, long now) {
        this.attempts = attempts;
        this.terminal = terminal;
        this.now = now;
    }

    Table table(String indent) {
        var table = Table.indented(indent).numeric(0).numeric(4).painted(STATUS, this::painted);
        for (var attempt : attempts) {
            var times = attempt.times();
            table.row(
                    Integer.toString(attempt.index()),
                    attempt.type().literal(),
                    attempt.status().literal(),
                    Instant.ofEpochMilli(times.startedAt()).toString(),
                    Durations.describe(times.endedAt().orElse(now) - times.startedAt()),
                    attempt.holder()
                            .map(holder -> holder.workerId() + ", epoch " + holder.epoch())
                            .orElse(""),
                    attempt.failure()
                            .map(AttemptTimeline::why)
                            .or(attempt::pausedBy)
                            .orElse(""));
        }
        return table;
    }

    private String painted(String status) {
        if (status.equals(AttemptStatus.ENDED_SUCCESS.literal())) {
            return terminal.paint(Ink.GREEN, status);
        }
        return status.equals(AttemptStatus.ENDED_FAILURE.literal()) ? terminal.paint(Ink.RED, status) : status;
    }

    private static String why(AttemptFailure failure) {
        return PayloadPreview.oneLine(failure.reason())
                + failure.category().map(category -> " (" + category + ")").orElse("");
    }
}
