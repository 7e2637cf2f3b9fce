package io.flowfabric.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.engine.store.write.FollowUpWrites;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Calls of the holder of a lease are decided on the cached execution, without loading it. */
class StraightPathTest {
    private static final FollowUp FOLLOW_UP = FollowUp.of(new FollowUpKind("resolve_edges"), "upstream");

    private static final long NOW = 1_000_000;

    private final LeasedExecutionCache cache = new LeasedExecutionCache();
    private final Change.OfExecution claimed = claimed();
    private final List<String> statements = new ArrayList<>();
    private final List<FollowUp> appended = new ArrayList<>();

    @Test
    void completionThatCausesAFollowUpLoadsNothing() {
        cache.keep(Loaded.of(claimed.before(), ExecutionPolicy.NONE), claimed);
        var renewed = new Change.Renewed(claimed.after(), claimed.after());
        Command<String> command = Command.on(
                claimed.after().id(),
                0,
                (found, now) -> Decision.of("done").changing(renewed).followedBy(FOLLOW_UP));

        var result = CommandBatch.on(tx(), List.of(command), Optional.of(cache));

        assertThat(result.answers().get(0)).isPresent();
        assertThat(statements).containsExactly("applyIfCurrent", "followUps.append");
        assertThat(appended).containsExactly(FOLLOW_UP);
    }

    /** A worker claims a new execution. */
    private static Change.OfExecution claimed() {
        var id = ExecutionId.minted(7);
        var submission = CreateExecution.of(new Namespace("tests"), new LaneId("main"), "job")
                .id(id)
                .build();
        var created = (Change.Created) CreateRules.create(submission, id, CreateRules.Existing.NOTHING, NOW)
                .changes()
                .get(0);
        var by = Acquisition.of(
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                new LeaseId(UUID.randomUUID()),
                new AttemptId(UUID.randomUUID()),
                60_000);
        var before = Loaded.of(created.after(), ExecutionPolicy.NONE);
        return (Change.OfExecution) ClaimRules.claim(before, CapabilitySet.EMPTY, by, 0, NOW)
                .changes()
                .get(0);
    }

    private WriteTx tx() {
        return proxy(WriteTx.class, (method, arguments) -> switch (method) {
            case "now" -> NOW;
            case "followUps" -> followUps();
            case "executions" -> executions();
            default -> throw new AssertionError("The transaction was asked for " + method);
        });
    }

    private ExecutionWrites executions() {
        return proxy(ExecutionWrites.class, (method, arguments) -> {
            statements.add(method);
            return Set.of(claimed.after().id());
        });
    }

    private FollowUpWrites followUps() {
        return proxy(FollowUpWrites.class, (method, arguments) -> {
            statements.add("followUps." + method);
            ((List<?>) arguments[0]).forEach(each -> appended.add((FollowUp) each));
            return 0;
        });
    }

    private interface Answering {
        Object answer(String method, Object[] arguments);
    }

    private static <X> X proxy(Class<X> type, Answering answering) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answering.answer(method.getName(), arguments)));
    }
}
