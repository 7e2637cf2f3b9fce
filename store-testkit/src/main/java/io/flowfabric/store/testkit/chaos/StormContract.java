package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.chaos.StormAction.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Processes submit for two namespaces, with and without a required capability, at several priorities; they claim under short
 * leases, freely or by grants that often expire, renew, put off, complete, fail, cancel and forget. They are stopped for a
 * while and go on, or are killed without warning and started again; then the survivors drain, and none of them waits while
 * there is work. Each test checks what came of it. Eight processes for 30 seconds with
 * {@code -Dff.long}, three for 2 otherwise: most of the time goes into starting them.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StormContract extends StoreContract {

    private static final int PROCESSES = LongRuns.rounds(8, 3);

    private StormReport report;

    /** The address of a fresh store, which writes as durably as in production. */
    protected String address() throws Exception {
        return fixture().freshAddress();
    }

    @BeforeAll
    void storm() throws Exception {
        long seed = Long.getLong("ff.seed", new Random().nextLong());
        String address = address();
        try (var client = Client.open(address)) {
            var duration = Duration.ofSeconds(LongRuns.rounds(30, 2));
            report = new Storm(client).run(address, PROCESSES, duration, new Random(seed));
        }
        System.out.println("%s with -Dff.seed=%d: %s".formatted(getClass().getName(), seed, report));
    }

    @Test
    void nothingUnexpectedReachesACaller() {
        assertThat(report.journal().surprises()).isEmpty();
    }

    @Test
    void everyAcceptedExecutionEndedOnce() {
        var stored = report.stored().executions();
        assertThat(stored.values())
                .allMatch(execution -> execution.publicState().isTerminal());
        assertThat(report.read().completions().keySet()).isEqualTo(stored.keySet());
        assertThat(report.read().completions().values()).containsOnly(1);
    }

    @Test
    void everyAcknowledgedCreationIsStored() {
        var lost = new HashSet<>(acknowledged(Kind.CREATED));
        lost.removeAll(report.stored().executions().keySet());
        assertThat(lost).isEmpty();
    }

    @Test
    void whateverElseWasAcknowledgedIsReportedAsIt() {
        var lost = new HashSet<>(report.journal().actions());
        lost.removeIf(action -> action.kind() == Kind.CREATED || action.kind() == Kind.GRANTED);
        lost.removeAll(report.read().actions());
        assertThat(lost).isEmpty();
    }

    /** The fold of the log refuses a lease that is taken while another is held, and an epoch that is not the next. */
    @Test
    void epochsGrowOneByOneAndNoEventContradictsTheOnesBefore() {
        assertThat(report.read().contradictions()).isEmpty();
        assertThat(report.read().lives().values())
                .as("some leases were reclaimed")
                .anyMatch(life -> life.counters().reclaims() > 0);
    }

    /** {@link EventLife} says which fields that are. */
    @Test
    void logAloneTellsTheFinalStateOfEveryExecution() {
        assertThat(report.read().lives()).isEqualTo(described());
    }

    /** The fence is real: the one result is that of the one holder whose completion was confirmed. */
    @Test
    void resultIsThatOfTheCompletionThatIsReported() {
        var completions = report.read().actions().stream()
                .filter(action -> action.kind() == Kind.COMPLETED)
                .collect(Collectors.toMap(StormAction::id, StormAction::signature));
        assertThat(completions).isNotEmpty();
        assertThat(report.stored().results()).isEqualTo(completions);
    }

    @Test
    void subscriberWhoFollowsTheStormSeesEachEventOnceAndInOrder() {
        assertThat(report.followed().contradictions()).isEmpty();
        assertThat(report.followed().items())
                .isNotEmpty()
                .isEqualTo(report.read().items());
    }

    private Set<ExecutionId> acknowledged(Kind kind) {
        return report.journal().actions().stream()
                .filter(action -> action.kind() == kind)
                .map(StormAction::id)
                .collect(Collectors.toSet());
    }

    private Map<ExecutionId, EventLife> described() {
        return report.stored().executions().values().stream()
                .collect(Collectors.toMap(Execution::id, EventLife::describedBy));
    }
}
