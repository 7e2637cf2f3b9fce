package io.flowfabric.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.rules.Answer;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Decision;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.write.CursorWrites;
import io.flowfabric.engine.store.write.ExecutionWrites;
import io.flowfabric.engine.store.write.WorkerWrites;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.model.worker.WorkerKey;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Commands that want several records, on a transaction that says what it is asked. */
class WantedRecordsTest {
    private static final Loaded STORED = Given.eligible().loaded();
    private static final ExecutionId ID = STORED.execution().id();
    private static final ExecutionId UNKNOWN = new ExecutionId(7, new UUID(0, 99));
    private static final ExecutionId HELD = new ExecutionId(7, new UUID(0, 98));
    private static final WorkerKey WORKER = new WorkerKey(new Namespace("n"), new WorkerInstanceId("w"));
    private static final CursorKey CURSOR = new CursorKey(new Namespace("n"), new CursorName("c"));

    private final List<String> asked = new ArrayList<>();
    private final List<List<?>> written = new ArrayList<>();

    @Test
    void familiesAreLoadedAsSetsInTheLockOrder() {
        var wants = Wants.cursor(CURSOR)
                .and(Wants.taggedExecution(ID))
                .and(Wants.execution(UNKNOWN))
                .and(Wants.worker(WORKER));
        var answers = decide(new Command<>(
                wants,
                0,
                (found, now) -> Decision.of(List.of(
                        found.execution(ID).isPresent(),
                        found.tags(ID).isPresent(),
                        found.execution(UNKNOWN).isPresent(),
                        found.worker(WORKER).isPresent(),
                        found.cursor(CURSOR).isPresent()))));

        assertThat(answers.get(0).orElseThrow().orThrow()).isEqualTo(List.of(true, true, false, false, false));
        assertThat(asked)
                .containsExactly(
                        "workers.tryLock",
                        "workers.existing",
                        "executions.tryLock",
                        "executions.existing",
                        "executions.tagsOf",
                        "cursors.tryLock",
                        "cursors.existing",
                        "now");
    }

    @Test
    void recordThatIsHeldHoldsUpAllCommandsAboutItAndThoseBehindThem() {
        var answers = decide(
                on(Wants.execution(ID)),
                on(Wants.execution(HELD)),
                on(Wants.execution(UNKNOWN)),
                on(Wants.execution(ID).and(Wants.execution(HELD))),
                on(Wants.execution(ID)),
                on(Wants.execution(UNKNOWN)));

        assertThat(answers.stream().map(Optional::isPresent)).containsExactly(true, false, true, false, false, true);
    }

    @Test
    void commandFindsWhatTheOneBeforeHasChangedAndBothAreWrittenAtOnce() {
        Command<Integer> raise = Command.onExisting(ID, 0, (loaded, now) -> {
            var e = loaded.execution();
            var after = e.edit().priority(e.priority() + 1).touch(now).done();
            return Decision.of(after.priority()).changing(new Change.Reprioritised(e, after));
        });
        int before = STORED.execution().priority();

        var answers = decide(raise, raise, raise);

        assertThat(answers.stream().<Object>map(answer -> answer.orElseThrow().orThrow()))
                .containsExactly(before + 1, before + 2, before + 3);
        assertThat(written).hasSize(1);
        assertThat(written.get(0)).singleElement().isInstanceOfSatisfying(Change.Reprioritised.class, change -> {
            assertThat(change.before()).isEqualTo(STORED.execution());
            assertThat(change.after().priority()).isEqualTo(before + 3);
        });
    }

    @Test
    void ruleThatAsksForWhatItsCommandDidNotWantFails() {
        var curious = new Command<>(
                Wants.execution(ID),
                0,
                (found, now) -> Decision.of(found.worker(WORKER).isPresent()));
        assertThatThrownBy(() -> decide(curious)).isInstanceOf(IllegalStateException.class);
    }

    private static Command<Boolean> on(Wants wants) {
        return new Command<>(wants, 0, (found, now) -> Decision.of(true));
    }

    private List<Optional<Answer<?>>> decide(Command<?>... commands) {
        return CommandBatch.on(transaction(), List.of(commands), Optional.empty())
                .answers();
    }

    private WriteTx transaction() {
        return proxy(WriteTx.class, (method, arguments) -> switch (method) {
            case "executions" -> family(ExecutionWrites.class, "executions", Map.of(ID, STORED));
            case "workers" -> family(WorkerWrites.class, "workers", Map.of());
            case "cursors" -> family(CursorWrites.class, "cursors", Map.of());
            case "apply" -> written.add((List<?>) arguments[0]) ? null : null;
            case "now" -> asked.add(method) ? Given.T0 : Given.T0;
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private <T> T family(Class<T> type, String name, Map<?, ?> stored) {
        return proxy(type, (method, arguments) -> {
            asked.add(name + "." + method);
            return switch (method) {
                case "tryLock" -> stored;
                case "existing" ->
                    ((Collection<?>) arguments[0]).stream().filter(HELD::equals).toList();
                case "tagsOf" -> Map.of(ID, Tags.EMPTY);
                default -> throw new UnsupportedOperationException(method);
            };
        });
    }

    private interface Answering {
        Object answer(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answering answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.answer(method.getName(), arguments)));
    }
}
