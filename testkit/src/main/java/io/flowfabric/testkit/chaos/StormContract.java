package io.flowfabric.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.testkit.Client;
import io.flowfabric.testkit.LongRuns;
import io.flowfabric.testkit.chaos.Deed.Kind;
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
 * there is work. Each test looks at what came of it. Eight processes for 30 seconds with
 * {@code -Dff.long}, three for 2 otherwise: most of the time goes into starting them.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StormContract {

    private static final int PROCESSES = LongRuns.rounds(8, 3);

    private StormReport report;

    /** The address of a fresh store, which writes as durably as in production. */
    protected abstract String address() throws Exception;

    @BeforeAll
    void storm() throws Exception {
        long seed = Long.getLong("ff.seed", new Random().nextLong());
        String address = address();
        try (var client = Client.open(address)) {
            var duration = Duration.ofSeconds(LongRuns.rounds(30, 2));
            report = new Storm(client).run(address, PROCESSES, duration, new Random(seed));
        }
        System.out.println("%s with -Dff.seed=%d: %s".formatted(getClass().getSimpleName(), seed, report));
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
        var lost = new HashSet<>(report.journal().deeds());
        lost.removeIf(deed -> deed.kind() == Kind.CREATED || deed.kind() == Kind.GRANTED);
        lost.removeAll(report.read().deeds());
        assertThat(lost).isEmpty();
    }

    /** The fold of the log refuses a lease that is taken while another is held, and an epoch that is not the next. */
    @Test
    void epochsGrowOneByOneAndNoEventContradictsTheOnesBefore() {
        assertThat(report.read().contradictions()).isEmpty();
        assertThat(report.read().lives().values())
                .as("some leases were taken over")
                .anyMatch(life -> life.counters().reclaims() > 0);
    }

    /** {@link ToldLife} says which fields that are. */
    @Test
    void logAloneTellsTheFinalStateOfEveryExecution() {
        assertThat(report.read().lives()).isEqualTo(described());
    }

    /** The fence is real: the one result is that of the one holder who was told that it had completed. */
    @Test
    void resultIsThatOfTheCompletionThatIsReported() {
        var completions = report.read().deeds().stream()
                .filter(deed -> deed.kind() == Kind.COMPLETED)
                .collect(Collectors.toMap(Deed::id, Deed::signature));
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
        return report.journal().deeds().stream()
                .filter(deed -> deed.kind() == kind)
                .map(Deed::id)
                .collect(Collectors.toSet());
    }

    private Map<ExecutionId, ToldLife> described() {
        return report.stored().executions().values().stream()
                .collect(Collectors.toMap(Execution::id, ToldLife::describedBy));
    }
}
