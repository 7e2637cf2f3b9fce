package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 07 §10 line 143 — what every layer owes: each operation passes unchanged, however it is called. */
public abstract class LayerContract {
    private static final Connection CONNECTION = (Connection) Proxy.newProxyInstance(
            LayerContract.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> null);

    /** The layers as new; the last is the outermost. */
    protected abstract List<Layer> layers();

    @Test
    public void everyOperationPassesUnchanged() {
        for (var operation : operations()) {
            var stage = new Stage(layers());

            assertThat(stage.layered.call(operation, stage.arguments))
                    .as("answer of %s", operation)
                    .isSameAs(stage.answerOf(operation));
            stage.assertAsked(operation);
        }
    }

    /** The very same future, so that cancelling it reaches the engine. */
    @Test
    public void everyOperationThatIsBegunPassesUnchanged() {
        for (var operation : operations()) {
            var stage = new Stage(layers());

            var begun = stage.layered.callAsync(operation, stage.arguments);

            assertThat(begun).as("future of %s", operation).isSameAs(stage.engine.begun.get(0));
            assertThat(begun.join()).as("answer of %s", operation).isSameAs(stage.answerOf(operation));
            stage.assertAsked(operation);
        }
    }

    @Test
    public void everyOperationInATransactionOfTheCallerPassesUnchanged() {
        for (var operation : operations()) {
            var stage = new Stage(layers());

            assertThat(stage.layered.callIn(CONNECTION, operation, stage.arguments))
                    .as("answer of %s", operation)
                    .isSameAs(stage.answerOf(operation));
            stage.assertAsked(operation);
            assertThat(stage.engine.transactions).hasSize(1);
            assertThat(stage.engine.transactions.get(0) == CONNECTION)
                    .as("the caller's connection")
                    .isTrue();
        }
    }

    @Test
    public void everyRefusalPassesUnchanged() {
        for (var operation : operations()) {
            var stage = new Stage(layers());
            var refusal = Trial.refusal();
            stage.engine.fails(refusal);

            assertThatThrownBy(() -> stage.layered.call(operation, stage.arguments))
                    .as("refusal of %s", operation)
                    .isSameAs(refusal);
            assertThatThrownBy(() -> stage.layered.callIn(CONNECTION, operation, stage.arguments))
                    .as("refusal of %s in a transaction", operation)
                    .isSameAs(refusal);
            assertThatThrownBy(() ->
                            stage.layered.callAsync(operation, stage.arguments).join())
                    .as("refusal of %s that was begun", operation)
                    .hasCause(refusal);
        }
    }

    /** Whether a handle is any good is for the engine to say, and it has answered. */
    @Test
    public void handleThatOnlyTheEngineUnderstandsPasses() {
        var handle = new Handle(BackendTag.JAVA_SQLITE, HandleKind.FRESH, new byte[] {9});
        var completion = new CompleteRequest(handle, Optional.empty());
        var renewal = new RenewRequest(handle);
        var renewed = new RenewOutcome(0, 1);

        assertPasses(Catalogue.RENEW, renewal, renewed);
        assertPasses(Catalogue.RENEW_BATCH, new RenewBatch(List.of(renewal)), answered(renewed));
        assertPasses(Catalogue.COMPLETE, completion, Ok.OK);
        assertPasses(Catalogue.COMPLETE_BATCH, new CompleteBatch(List.of(completion)), answered(Ok.OK));
        assertPasses(
                Catalogue.FAIL,
                new FailRequest(handle, "boom", FailureClass.TRANSIENT, Optional.empty()),
                new FailOutcome.TerminalFailed());
        assertPasses(Catalogue.CANCEL, new CancelRequest(handle, "enough"), Ok.OK);
        assertPasses(Catalogue.DELAY, new DelayRequest(handle, 0), Ok.OK);
    }

    private <A, R> void assertPasses(Operation<A, R> operation, A arguments, R answer) {
        var stage = new Stage(layers());
        stage.engine.answers(() -> answer);

        assertThat((Object) stage.layered.call(operation, arguments))
                .as("answer of %s", operation)
                .isSameAs(answer);
        assertThat(stage.engine.asked).containsExactly(new ScriptedEngine.Asked(operation, arguments));
    }

    private static <R> List<BatchItem<R>> answered(R answer) {
        return List.of(new BatchItem.Answered<>(answer));
    }

    @SuppressWarnings("unchecked") // the engine only passes on what it is given
    private static List<Operation<Object, Object>> operations() {
        return Catalogue.all().stream()
                .map(operation -> (Operation<Object, Object>) operation)
                .toList();
    }

    /** An engine behind layers that have seen a call before: what they ask on their own account they have asked. */
    private static final class Stage {
        private final ScriptedEngine engine = new ScriptedEngine();
        private final Object arguments = new Object();
        private final Object one = new Object();
        private final Object perhaps = Optional.of(one);
        private final Object many = new ArrayList<>();
        private final Engine layered;

        Stage(List<Layer> layers) {
            layered = Layers.around(engine, layers);
            Trial.ping(layered);
            engine.asked.clear();
            engine.answers(() -> answerOf(engine.asked.get(0).operation()));
        }

        private Object answerOf(Operation<?, ?> operation) {
            return switch (operation.shape()) {
                case ONE -> one;
                case OPTIONAL -> perhaps;
                case LIST, BATCH -> many;
            };
        }

        private void assertAsked(Operation<?, ?> operation) {
            assertThat(engine.asked).containsExactly(new ScriptedEngine.Asked(operation, arguments));
        }
    }
}
