package io.flowfabric.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.store.sqlite.turn.FileTurns;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the writers of a file tell each other. */
class KeyedCommitsTest {
    private static final WakeUpKey ONE = new WakeUpKey.Work(new LaneId("a"), Optional.empty());
    private static final WakeUpKey OTHER = new WakeUpKey.Work(new LaneId("b"), Optional.empty());
    private static final int KEY = ONE.hash();

    @TempDir
    Path directory;

    private WriteTurn oneTurn;
    private WriteTurn otherTurn;
    private KeyedCommits one;
    private KeyedCommits other;
    private final Doorbells ofOne = new Doorbells();
    private final Doorbells ofOther = new Doorbells();

    @BeforeEach
    void open() throws Exception {
        oneTurn = FileTurns.open(directory.resolve("a.db"));
        otherTurn = FileTurns.open(directory.resolve("a.db"));
        one = new KeyedCommits(oneTurn);
        other = new KeyedCommits(otherTurn);
    }

    @AfterEach
    void close() {
        oneTurn.close();
        otherTurn.close();
    }

    @Test
    void commitRingsForItsKeysInAnotherWriterOnce() {
        one.announce(List.of(work(WakeUpKeys.of(KEY))));

        other.ring(ofOther);
        other.ring(ofOther);

        assertRungForOne(ofOther.work());
        assertThat(ofOther.work().position()).isEqualTo(1);
        assertThat(ofOther.ends().position()).isZero();
        assertThat(ofOther.events().position()).isZero();
    }

    @Test
    void commitDoesNotRingInItsOwnWriterButThatOfAnotherDoes() {
        one.announce(List.of(work(WakeUpKeys.of(KEY))));
        one.ring(ofOne);
        assertThat(ofOne.work().position()).isZero();

        other.announce(List.of(work(WakeUpKeys.of(KEY))));
        one.ring(ofOne);
        assertRungForOne(ofOne.work());
    }

    @Test
    void commitForAllKeysOfADoorbellRingsForAllOfThem() {
        one.announce(List.of(work(WakeUpKeys.ALL)));

        other.ring(ofOther);

        assertThat(ofOther.work().hasRungForAllSince(0)).isTrue();
        assertThat(ofOther.cursors().position()).isZero();
    }

    @Test
    void commitThatTellsNothingRingsEverything() {
        one.announce(List.of(WakeUps.NONE));
        oneTurn.announceCommit();

        other.ring(ofOther);
        one.ring(ofOne);

        for (var doorbells : List.of(ofOther, ofOne)) {
            assertThat(List.of(
                            doorbells.work(),
                            doorbells.ends(),
                            doorbells.events(),
                            doorbells.cursors(),
                            doorbells.revocations()))
                    .allMatch(doorbell -> doorbell.hasRungForAllSince(0));
        }
    }

    @Test
    void commitThatConcernsNothingRingsNothing() {
        one.announce(List.of(WakeUps.NONE));

        other.ring(ofOther);

        assertThat(List.of(ofOther.work(), ofOther.ends(), ofOther.events(), ofOther.cursors(), ofOther.revocations()))
                .allMatch(doorbell -> doorbell.position() == 0);
    }

    @Test
    void everyDoorbellIsToldApart() {
        var keys = WakeUpKeys.of(KEY);
        one.announce(List.of(
                new WakeUps(WakeUpKeys.NONE, keys, WakeUpKeys.NONE, false, WakeUpKeys.NONE, false, WakeUps.NO_DUE_TIME),
                new WakeUps(WakeUpKeys.NONE, WakeUpKeys.NONE, WakeUpKeys.NONE, true, keys, false, WakeUps.NO_DUE_TIME),
                WakeUps.FOLLOW_UPS));

        other.ring(ofOther);

        assertRungForOne(ofOther.ends());
        assertRungForOne(ofOther.cursors());
        assertThat(ofOther.revocations().position()).isEqualTo(1);
        assertThat(ofOther.followUps().position()).isEqualTo(1);
        assertThat(ofOther.work().position()).isZero();
        assertThat(ofOther.events().position()).isZero();
    }

    private static WakeUps work(WakeUpKeys keys) {
        return new WakeUps(keys, WakeUpKeys.NONE, WakeUpKeys.NONE, false, WakeUpKeys.NONE, false, WakeUps.NO_DUE_TIME);
    }

    /** The two keys are of different stripes. */
    private static void assertRungForOne(Doorbell doorbell) {
        assertThat(doorbell.forKeys(List.of(ONE)).hasRungSince(0)).isTrue();
        assertThat(doorbell.forKeys(List.of(OTHER)).hasRungSince(0)).isFalse();
    }
}
