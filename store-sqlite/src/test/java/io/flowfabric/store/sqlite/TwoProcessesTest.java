package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes create, claim and complete on one file as fast as they can; each test checks what came of it. */
class TwoProcessesTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static HammerReport one;
    private static HammerReport two;
    private static List<ExecutionId> stored;
    private static Outbox outbox;

    @BeforeAll
    static void hammer(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("a.db");
        Path first = directory.resolve("one");
        Path second = directory.resolve("two");
        var load = LongRuns.duration(Duration.ofSeconds(20));
        try (var left = ChildJvm.start(HammerProcess.class, database, first, load);
                var right = ChildJvm.start(HammerProcess.class, database, second, load)) {
            for (var child : List.of(left, right)) {
                child.hear("ready");
            }
            for (var child : List.of(left, right)) {
                child.say("");
            }
            left.awaitEnd();
            right.awaitEnd();
        }
        one = HammerReport.read(first);
        two = HammerReport.read(second);
        try (var client = Client.open("sqlite:" + database)) {
            stored = client.ids();
            outbox = Outbox.of(client.events());
        }
    }

    @Test
    void nothingEscapesToACaller() {
        assertThat(one.failures()).isEmpty();
        assertThat(two.failures()).isEmpty();
    }

    @Test
    void everyAcknowledgedCreationIsStoredAndNothingElse() {
        assertThat(new HashSet<>(stored)).hasSameSizeAs(stored).isEqualTo(new HashSet<>(both(true)));
    }

    @Test
    void everyAcknowledgedCompletionIsReportedOnceAndNothingElse() {
        var acknowledged = both(false);
        assertThat(acknowledged).isNotEmpty().doesNotHaveDuplicates();
        assertThat(outbox.completions().keySet()).isEqualTo(new HashSet<>(acknowledged));
        assertThat(outbox.completions().values()).allMatch(List.of(TerminalOutcome.SUCCESS)::equals);
    }

    @Test
    void epochsStrictlyIncrease() {
        assertThat(outbox.epochs().values())
                .as("one by one from the first, in the order of the outbox")
                .allSatisfy(epochs -> {
                    for (int i = 0; i < epochs.size(); i++) {
                        assertThat(epochs.get(i)).isEqualTo(i + 1);
                    }
                });
        assertThat(outbox.epochs().values()).as("some were handed back").anyMatch(epochs -> epochs.size() > 1);
    }

    @Test
    void eachProcessCommitsAtLeastAThirdOfTheGroups() {
        long third = (one.groups() + two.groups()) / 3;
        assertThat(one.groups()).isGreaterThanOrEqualTo(third);
        assertThat(two.groups()).isGreaterThanOrEqualTo(third);
    }

    @Test
    void noCallWaitsLongerThanASecond() {
        assertThat(one.longestWait()).isLessThanOrEqualTo(LONGEST_WAIT.plus(one.stall()));
        assertThat(two.longestWait()).isLessThanOrEqualTo(LONGEST_WAIT.plus(two.stall()));
    }

    private static List<ExecutionId> both(boolean created) {
        var ids = new ArrayList<ExecutionId>();
        for (var report : List.of(one, two)) {
            ids.addAll(created ? report.created() : report.completed());
        }
        return ids;
    }
}
