package io.flowfabric.bench.report;

import io.flowfabric.bench.contestant.FlowFabricContestant;
import java.util.ArrayList;
import java.util.List;

/** How FlowFabric compares with everybody who did the same work on the same store. */
public final class Ratios {
    private Ratios() {}

    /** A line for every comparison, such as {@code flowfabric on postgresql: 4.2 × db-scheduler}. */
    public static List<String> of(List<Result> results) {
        var lines = new ArrayList<String>();
        for (var ours : results) {
            if (ours.subject().system().equals(FlowFabricContestant.NAME)
                    && ours.subject().scenario().equals("S1")) {
                results.stream()
                        .filter(other -> isSameWork(ours, other))
                        .forEach(other -> lines.add(line(ours, other)));
            }
        }
        return lines;
    }

    private static boolean isSameWork(Result ours, Result other) {
        return other != ours
                && List.of("S0", "S1").contains(other.subject().scenario())
                && other.subject().store().equals(ours.subject().store())
                && other.settings().get("executions").equals(ours.settings().get("executions"))
                && other.settings().get("payload_bytes").equals(ours.settings().get("payload_bytes"));
    }

    private static String line(Result ours, Result other) {
        double ratio = ours.figures().ops().orElseThrow().median()
                / other.figures().ops().orElseThrow().median();
        return "flowfabric on %s, %s × %s B: %s × %s"
                .formatted(
                        ours.subject().store(),
                        ours.settings().get("executions"),
                        ours.settings().get("payload_bytes"),
                        Numbers.of(ratio),
                        other.subject().system());
    }
}
