package io.flowfabric.testkit.modelled;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.ExecutionContent;
import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a store should know of one execution, kept by applying the same changes to plain objects. Not thread-safe. */
public final class ModelledExecution {
    private final Submission submission;
    private final List<Attempt> history = new ArrayList<>();
    private Execution execution;
    private Tags tags;
    private Optional<Grant> grant = Optional.empty();
    private Optional<Payload> result = Optional.empty();

    /** An execution that was just created. */
    public ModelledExecution(Change.Created created) {
        this.execution = created.after();
        this.submission = created.submission();
        this.tags = submission.tags();
    }

    /** Takes a change of this execution, or of its grant, over. */
    public void apply(Change change) {
        if (change instanceof Change.OfExecution changed) {
            execution = changed.after();
            changed.endedAttempt().ifPresent(history::add);
            if (changed instanceof Change.Ended ended) {
                result = ended.result().or(() -> result);
            } else if (changed instanceof Change.Replayed) {
                result = Optional.empty();
            } else if (changed instanceof Change.Tagged tagged) {
                tags = tagged.tags();
            }
        } else if (change instanceof Change.GrantIssued issued) {
            grant = Optional.of(issued.grant());
        } else if (change instanceof Change.GrantRemoved) {
            grant = Optional.empty();
        }
    }

    /** Its record. */
    public Execution execution() {
        return execution;
    }

    /** What a rule is told about it. */
    public Loaded loaded() {
        return new Loaded(execution, submission.policy(), grant, Membership.STANDALONE);
    }

    /** Its wide parts, with the tags of now. */
    public ExecutionContent content() {
        return new ExecutionContent(submission.executionKind(), submission.creatorIdentity(), submission.input(), tags);
    }

    /** Every attempt, the open one last. */
    public List<Attempt> attempts() {
        var attempts = new ArrayList<>(history);
        execution.openAttempt().ifPresent(attempts::add);
        return attempts;
    }

    /** Its result, if it has ended with one. */
    public Optional<Payload> result() {
        return result;
    }
}
