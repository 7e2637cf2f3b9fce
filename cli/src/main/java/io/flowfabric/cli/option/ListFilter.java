package io.flowfabric.cli.option;

import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.state.PublicState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which executions a list shows: those that everything given applies to. */
public final class ListFilter {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only executions in this state, such as waiting, active or failed.")
    private Optional<PublicState> state = Optional.empty();

    @Option(names = "--lane", paramLabel = "LANE", description = "Only executions of this lane.")
    private Optional<LaneId> lane = Optional.empty();

    @Option(names = "--kind", paramLabel = "KIND", description = "Only executions of this kind.")
    private Optional<String> kind = Optional.empty();

    @Option(names = "--namespace", paramLabel = "NAME", description = "Only executions of this namespace.")
    private Optional<Namespace> namespace = Optional.empty();

    @Option(names = "--tag", paramLabel = "K=V", description = "Only executions with this tag; may be repeated.")
    private List<TagOption> tags = new ArrayList<>();

    public boolean matches(ExecutionSnapshot snapshot) {
        var execution = snapshot.execution();
        return isOrAbsent(state, execution.publicState())
                && isOrAbsent(lane, execution.identity().lane())
                && isOrAbsent(kind, snapshot.executionKind())
                && isOrAbsent(namespace, execution.identity().namespace())
                && tags.stream()
                        .allMatch(tag -> tag.value().equals(snapshot.tags().get(tag.key())));
    }

    private static <T> boolean isOrAbsent(Optional<T> wanted, T actual) {
        return wanted.isEmpty() || wanted.get().equals(actual);
    }
}
