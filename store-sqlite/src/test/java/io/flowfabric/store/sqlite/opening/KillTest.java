package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.sqlite.KilledProcess;
import io.flowfabric.store.sqlite.Outbox;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed in mid-load, again and again on the same file, and whatever it was answered must be there. */
class KillTest {

    private static final int MOST_LINES = 250;

    private final List<ExecutionId> created = new ArrayList<>();
    private final List<ExecutionId> completed = new ArrayList<>();

    @Test
    void everyAcknowledgedWriteSurvivesAKill(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("ff.seed", new Random().nextLong());
        System.out.println("KillTest kills at the moments of -Dff.seed=" + seed);
        var random = new Random(seed);
        Path database = directory.resolve("a.db");
        int rounds = LongRuns.rounds(20, 4);
        for (int round = 0; round < rounds; round++) {
            killAfter(1 + random.nextInt(MOST_LINES), database);
            try (var client = Client.open("sqlite:" + database)) {
                check(client, "round " + round + " of seed " + seed);
                workOn(client);
            }
            assertThat(integrityOf(database)).isEqualTo("ok");
        }
        assertThat(created).isNotEmpty();
        assertThat(completed).isNotEmpty();
    }

    /** Lets the process work until it has said so many lines; what it said before it died counts as well. */
    private void killAfter(int lines, Path database) throws IOException {
        try (var child = ChildJvm.start(KilledProcess.class, database)) {
            for (int i = 0; i < lines; i++) {
                note(child.hear().orElseThrow(() -> new AssertionError("The child ended: " + child.complaints())));
            }
            child.kill();
            for (Optional<String> rest = child.hear(); rest.isPresent(); rest = child.hear()) {
                note(rest.get());
            }
        }
    }

    /** A line without its end was cut off by the kill. */
    private void note(String line) {
        if (line.endsWith(KilledProcess.END)) {
            String said = line.substring(0, line.length() - KilledProcess.END.length());
            boolean creation = said.startsWith(KilledProcess.CREATED);
            String word = creation ? KilledProcess.CREATED : KilledProcess.COMPLETED;
            (creation ? created : completed).add(ExecutionId.parse(said.substring(word.length())));
        }
    }

    private void check(Client client, String when) {
        assertThat(new HashSet<>(client.ids())).as(when).containsAll(created);
        for (ExecutionId id : completed) {
            assertThat(client.find(id).orElseThrow().publicState())
                    .as("%s: %s", when, id)
                    .isEqualTo(PublicState.COMPLETED);
            assertThat(client.result(id)).as("%s: %s", when, id).contains(Client.resultOf(id));
        }
        var completions = Outbox.of(client.events()).completions();
        assertThat(completions.keySet()).as(when).containsAll(completed);
        assertThat(completions.values()).as(when).allMatch(outcomes -> outcomes.size() == 1);
    }

    private void workOn(Client client) {
        created.add(client.create());
        var claim = client.claim(1, Duration.ZERO).get(0);
        client.complete(claim);
        completed.add(claim.executionId());
    }

    private static String integrityOf(Path database) throws Exception {
        try (var connection = DriverManager.getConnection(SqliteUrl.open(database))) {
            return TestDatabase.single(connection, "PRAGMA integrity_check");
        }
    }
}
