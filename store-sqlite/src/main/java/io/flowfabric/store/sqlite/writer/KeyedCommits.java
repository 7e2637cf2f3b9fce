package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.store.sqlite.turn.CommitMarks;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells the other writers of a file which keys a commit concerned, and rings the doorbells of this process for their
 * commits: there is a counter for each stripe of each doorbell, and one for each doorbell that stands for all of its
 * keys. What this writer has counted itself is subtracted. A commit that tells nothing rings all doorbells. One thread
 * announces, one rings.
 */
final class KeyedCommits {
    private static final int WORK = 0;
    private static final int ENDS = 1;
    private static final int EVENTS = 2;
    private static final int CURSORS = 3;
    private static final int REVOCATIONS = 4;
    private static final int DUE_TIMES = 5;
    private static final int FOLLOW_UPS = 6;

    /** Behind the stripes of seven doorbells. */
    private static final int FOR_ALL = 7 * Doorbell.STRIPES;

    private final WriteTurn turn;
    private final CommitMarks marks;
    private final AtomicIntegerArray own = new AtomicIntegerArray(CommitMarks.SLOTS);
    private final int[] seen = new int[CommitMarks.SLOTS];
    private long unmarkedSeen;

    KeyedCommits(WriteTurn turn) {
        this.turn = turn;
        this.marks = turn.marks();
        this.unmarkedSeen = unmarked();
        for (int slot = 0; slot < CommitMarks.SLOTS; slot++) {
            isRaised(slot);
        }
    }

    /** Announces a commit of this writer; what it concerned is marked before it is counted. */
    void announce(List<WakeUps> wakeUps) {
        wakeUps.forEach(this::mark);
        marks.countMarked();
        turn.announceCommit();
    }

    /**
     * Rings the doorbells for what other writers have committed since. All counters are read each time: a commit of our
     * own that is being announced hides one of another writer for that moment.
     */
    void ring(Doorbells doorbells) {
        long unmarked = unmarked();
        if (unmarked > unmarkedSeen) {
            unmarkedSeen = unmarked;
            doorbells.ringAll();
        }
        ring(WORK, doorbells.work());
        ring(ENDS, doorbells.ends());
        ring(EVENTS, doorbells.events());
        ring(CURSORS, doorbells.cursors());
        if (isRaised(FOR_ALL + REVOCATIONS)) {
            doorbells.revocations().ring();
        }
        if (isRaised(FOR_ALL + FOLLOW_UPS)) {
            doorbells.followUps().ring();
        }
        if (isRaised(FOR_ALL + DUE_TIMES)) {
            doorbells.timers().ring(Long.MIN_VALUE);
        }
    }

    private void ring(int index, Doorbell doorbell) {
        var stripes = new BitSet();
        for (int stripe = 0; stripe < Doorbell.STRIPES; stripe++) {
            if (isRaised(index * Doorbell.STRIPES + stripe)) {
                stripes.set(stripe);
            }
        }
        if (isRaised(FOR_ALL + index)) {
            doorbell.ring();
        } else if (!stripes.isEmpty()) {
            doorbell.ringStripes(stripes);
        }
    }

    private void mark(WakeUps wakeUps) {
        mark(WORK, wakeUps.work());
        mark(ENDS, wakeUps.ends());
        mark(EVENTS, wakeUps.events());
        mark(CURSORS, wakeUps.cursors());
        if (wakeUps.revoked()) {
            add(FOR_ALL + REVOCATIONS);
        }
        if (wakeUps.followUps()) {
            add(FOR_ALL + FOLLOW_UPS);
        }
        if (wakeUps.dueAt() != WakeUps.NO_DUE_TIME) {
            add(FOR_ALL + DUE_TIMES);
        }
    }

    private void mark(int index, WakeUpKeys keys) {
        if (keys.isAll()) {
            add(FOR_ALL + index);
        }
        for (int i = 0; i < keys.size(); i++) {
            add(index * Doorbell.STRIPES + Doorbell.stripeOf(keys.hash(i)));
        }
    }

    /** Counted here first, so that a mark of our own is never taken for one of another writer. */
    private void add(int slot) {
        own.incrementAndGet(slot);
        marks.add(slot);
    }

    private boolean isRaised(int slot) {
        int foreign = marks.get(slot) - own.get(slot);
        boolean raised = foreign - seen[slot] > 0;
        if (raised) {
            seen[slot] = foreign;
        }
        return raised;
    }

    /** Counted low for a moment while a commit is announced: it is marked before it is counted. */
    private long unmarked() {
        long commits = turn.commits();
        return commits - marks.marked();
    }
}
