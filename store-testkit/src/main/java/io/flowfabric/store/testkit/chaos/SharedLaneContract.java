package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.read.ExecutionReads;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.quiescence.ProcessQuiescence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Several processes claim one full lane at the same time: each execution runs once, and no process waits beside work. Eight processes and 50,000 executions
 * with {@code -Dff.long}, four and 2,000 otherwise.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SharedLaneContract extends StoreContract {

    private static final int PROCESSES = LongRuns.rounds(8, 4);
    private static final int EXECUTIONS = LongRuns.rounds(50_000, 2_000);
    private static final int BATCH = 1_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration PAGE_WAIT = Duration.ofMillis(500);

    private final List<ExecutionId> submitted = new ArrayList<>();

    /** What the processes say they ran, process by process. */
    private final List<ExecutionId> ran = new ArrayList<>();

    private Client client;

    @BeforeAll
    void runAll() throws Exception {
        String address = fixture().freshAddress();
        client = Client.open(address);
        submitted.addAll(client.createAll(Client.submission(), EXECUTIONS));
        var children = new ArrayList<ChildJvm>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(ChildJvm.start(SharedLaneProcess.class, address));
            }
            for (var child : children) {
                child.hear(SharedLaneProcess.READY);
            }
            for (var child : children) {
                child.say(SharedLaneProcess.BEGIN);
            }
            awaitCompletions();
            for (var child : children) {
                child.say(SharedLaneProcess.END);
                for (Optional<String> line = child.hear(); line.isPresent(); line = child.hear()) {
                    ran.add(ExecutionId.parse(line.get().substring(SharedLaneProcess.RAN.length())));
                }
                child.awaitEnd();
            }
        } finally {
            for (var child : children) {
                child.close();
            }
        }
    }

    /** Waits until everything has ended, and fails when the processes leave something lying. */
    private void awaitCompletions() {
        var log = new EventLog(client);
        var standstill = new ProcessQuiescence(client.store(), SharedLaneProcess.CLAIM);
        while (log.completions().size() < EXECUTIONS) {
            if (log.read(PAGE_WAIT)) {
                standstill.moved();
            } else {
                standstill.requireNothingToClaim();
            }
        }
    }

    @AfterAll
    void close() {
        client.close();
    }

    @Test
    void processesRanWhatWasSubmittedAndNothingTwice() {
        assertThat(sorted(ran)).hasSize(EXECUTIONS).isEqualTo(sorted(submitted));
    }

    @Test
    void everyExecutionIsCompletedByItsOnlyAttempt() {
        assertThat(client.ids()).isEqualTo(sorted(submitted));
        for (int from = 0; from < EXECUTIONS; from += BATCH) {
            var some = submitted.subList(from, from + BATCH);
            client.store().read(Deadline.in(TIMEOUT), tx -> {
                some.forEach(id -> assertCompletedByItsOnlyAttempt(tx.executions(), id));
                return some;
            });
        }
    }

    @Test
    void everyCompletionIsReportedOnce() {
        var reported = client.events().stream()
                .filter(CompletionEvent.class::isInstance)
                .map(event -> ((CompletionEvent) event).subject().executionId())
                .toList();
        assertThat(sorted(reported)).isEqualTo(sorted(submitted));
    }

    private static List<ExecutionId> sorted(List<ExecutionId> ids) {
        return ids.stream().sorted().toList();
    }

    private static void assertCompletedByItsOnlyAttempt(ExecutionReads stored, ExecutionId id) {
        assertThat(stored.find(id).orElseThrow()).satisfies(execution -> {
            assertThat(execution.publicState()).isEqualTo(PublicState.COMPLETED);
            assertThat(execution.leaseEpoch()).isEqualTo(1);
        });
        assertThat(stored.attempts(id, 10))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_SUCCESS));
    }
}
