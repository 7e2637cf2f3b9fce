package io.flowfabric.store.sqlite.turn;

import static io.flowfabric.store.sqlite.writer.TestDatabase.inMillis;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.sqlite.writer.OtherWriter;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.chaos.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteTurnTest {

    private static final String MEDIAN =
            "SELECT y FROM t WHERE x >= " + OtherWriter.FIRST + " ORDER BY y LIMIT 1 OFFSET " + OtherWriter.GROUPS / 2;

    @TempDir
    Path directory;

    private Path database;

    @BeforeEach
    void name() {
        database = directory.resolve("a.db");
    }

    @Test
    void onlyOneStoreOfTheJvmHasTheTurn() throws Exception {
        try (WriteTurn one = FileTurns.open(database);
                WriteTurn two = FileTurns.open(database)) {
            assertThat(one.acquire(inSeconds(10))).isTrue();
            assertThat(two.acquire(inMillis(10))).isFalse();
            one.release();
            assertThat(two.acquire(inSeconds(10))).isTrue();
            two.release();
        }
    }

    @Test
    void givingUpLeavesNothingBehind() throws Exception {
        try (WriteTurn turn = FileTurns.open(database);
                TurnFile stranger = TurnFile.open(FileTurns.sideFile(database))) {
            var held = stranger.tryLock(TurnFile.WRITE_BYTE);
            assertThat(held).isNotNull();
            assertThat(turn.acquire(inMillis(10))).isFalse();
            var next = stranger.tryLock(TurnFile.NEXT);
            assertThat(next).as("the place in the queue was given back").isNotNull();
            next.release();
            held.release();
            assertThat(turn.acquire(inSeconds(10))).isTrue();
            turn.release();
        }
    }

    @Test
    void turnOutlivesTheCloseOfANeighbour() throws Exception {
        try (WriteTurn one = FileTurns.open(database)) {
            WriteTurn two = FileTurns.open(database);
            assertThat(one.acquire(inSeconds(10))).isTrue();
            two.close();
            two.close();
            try (WriteTurn three = FileTurns.open(database)) {
                assertThat(three.acquire(inMillis(10))).isFalse();
            }
            one.release();
        }
    }

    @Test
    void commitsAreSeenByEveryStoreAndSurviveAClose() throws Exception {
        try (WriteTurn one = FileTurns.open(database);
                WriteTurn two = FileTurns.open(database)) {
            one.announceCommit();
            two.announceCommit();
            assertThat(one.commits()).isEqualTo(2);
        }
        try (WriteTurn later = FileTurns.open(database)) {
            assertThat(later.commits()).isEqualTo(2);
        }
        assertThat(FileTurns.sideFile(database)).hasSize(4096);
    }

    @Test
    void storesOfOneJvmWriteToOneFileWithoutLosingAnything() throws Exception {
        try (TestDatabase one = TestDatabase.open(database);
                TestDatabase two = TestDatabase.open(database)) {
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int x = 0; x < 200; x++) {
                answers.add((x % 2 == 0 ? one : two).submit(TestDatabase.insert(x)));
            }
            for (var answer : answers) {
                TestDatabase.get(answer);
            }
            assertThat(one.rows()).isEqualTo(200);
            assertThat(two.writer.commits()).isEqualTo(one.writer.commits());
        }
    }

    @Test
    void turnOfAnotherProcessIsRespectedAndFreeWhenThatIsKilled() throws Exception {
        try (ChildJvm holder = TurnHolder.start(database);
                WriteTurn ours = FileTurns.open(database)) {
            assertThat(ours.acquire(inMillis(20))).isFalse();
            holder.kill();
            assertThat(ours.acquire(inSeconds(30))).isTrue();
            ours.release();
        }
    }

    @Test
    void processesTakeTurns() throws Exception {
        try (TestDatabase ours = TestDatabase.open(database);
                ChildJvm other = OtherWriter.start(database)) {
            int wrote = 0;
            while (other.process().isAlive()) {
                TestDatabase.get(ours.submit(TestDatabase.insert(wrote++)));
            }
            other.awaitEnd();
            assertThat(ours.rows()).isEqualTo(wrote + OtherWriter.GROUPS);
            assertThat(Integer.parseInt(ours.ask(MEDIAN)))
                    .as("groups of ours between two of the other's: the turn alternates")
                    .isLessThanOrEqualTo(10);
            assertThat(ours.writer.commits()).isGreaterThanOrEqualTo(wrote + OtherWriter.GROUPS);
        }
    }
}
