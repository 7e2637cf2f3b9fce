package io.flowfabric.store.sqlite;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a store should know of one execution, kept by applying the same changes to plain objects. */
final class ModelledExecution {

    private final ExecutionPolicy policy;
    private final List<Attempt> history = new ArrayList<>();
    private Execution execution;
    private Optional<Grant> grant = Optional.empty();
    private Optional<Payload> result = Optional.empty();

    ModelledExecution(Change.Created created) {
        this.execution = created.after();
        this.policy = created.submission().policy();
    }

    void apply(Change change) {
        if (change instanceof Change.OfExecution changed) {
            execution = changed.after();
            changed.endedAttempt().ifPresent(history::add);
            if (changed instanceof Change.Ended ended) {
                result = ended.result().or(() -> result);
            } else if (changed instanceof Change.Replayed) {
                result = Optional.empty();
            }
        } else if (change instanceof Change.GrantIssued issued) {
            grant = Optional.of(issued.grant());
        } else if (change instanceof Change.GrantRemoved) {
            grant = Optional.empty();
        }
    }

    Execution execution() {
        return execution;
    }

    Loaded loaded() {
        return new Loaded(execution, policy, grant, Membership.STANDALONE);
    }

    /** Every attempt, the open one last. */
    List<Attempt> attempts() {
        var attempts = new ArrayList<>(history);
        execution.openAttempt().ifPresent(attempts::add);
        return attempts;
    }

    Optional<Payload> result() {
        return result;
    }
}
