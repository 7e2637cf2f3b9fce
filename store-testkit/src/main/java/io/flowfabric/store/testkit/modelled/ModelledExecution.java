package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ChangeHandler;
import io.flowfabric.engine.rules.ChangeHandler.ExecutionChanges;
import io.flowfabric.engine.rules.ChangeHandler.GrantChanges;
import io.flowfabric.engine.rules.ChangeHandler.UpdateParts;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.Membership;
import io.flowfabric.engine.rules.Submission;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Grant;
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

    /** Takes a change of this execution, or of its grant, over; fails for a change of anything else. */
    public void apply(Change change) {
        change.accept(new Changes());
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

    private final class Changes implements ChangeHandler, ExecutionChanges, GrantChanges, UpdateParts {
        @Override
        public ExecutionChanges executions() {
            return this;
        }

        @Override
        public GrantChanges grants() {
            return this;
        }

        @Override
        public WorkerChanges workers() {
            throw new IllegalArgumentException("A change of a worker is not about an execution");
        }

        @Override
        public CursorChanges cursors() {
            throw new IllegalArgumentException("A change of a cursor is not about an execution");
        }

        @Override
        public void created(Change.Created created) {
            throw new IllegalArgumentException("An execution that exists cannot be created: " + created);
        }

        @Override
        public void updated(Change.OfExecution updated) {
            execution = updated.after();
            updated.endedAttempt().ifPresent(history::add);
            result = updated.result().or(() -> result);
            updated.acceptParts(this);
        }

        @Override
        public void replayed(Change.Replayed replayed) {
            result = Optional.empty();
        }

        @Override
        public void tagged(Change.Tagged tagged) {
            tags = tagged.tags();
        }

        @Override
        public void purged(Change.Purged purged) {
            throw new IllegalArgumentException("A purged execution has no model: " + purged);
        }

        @Override
        public void issued(Change.GrantIssued issued) {
            grant = Optional.of(issued.grant());
        }

        @Override
        public void removed(Change.GrantRemoved removed) {
            grant = Optional.empty();
        }
    }
}
