package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * One place in a storm: a process that is stopped for a while, killed without warning and started again, until the storm is
 * over. Stops and kills come after some number of answers, not after some time, so that they hit a process at work however slow the machine is.
 */
final class StormSlot implements Callable<Integer> {
    private static final int FEWEST_LINES = 100;
    private static final int MOST_LINES = 500;

    /** A stop lasts until the others have been told so much, so that they meet what the stopped one holds. */
    private static final int ANSWERS_TO_OTHERS = 100;

    /** Longer than most leases of the storm; also the others may be stopped. */
    private static final Duration LONGEST_STOP = Duration.ofMillis(400);

    private final String address;
    private final String name;
    private final Random random;
    private final Duration duration;
    private final Journal journal;
    private final CompletableFuture<ChildJvm> survivor = new CompletableFuture<>();

    StormSlot(String address, String name, Random random, Duration duration, Journal journal) {
        this.address = address;
        this.name = name;
        this.random = random;
        this.duration = duration;
        this.journal = journal;
    }

    /**
     * Stops and kills for a while from the first answer on, at least once, and until everything that a worker can do was
     * done. The last process survives and drains until {@link #end()}. Answers how many were killed.
     */
    @Override
    public Integer call() throws IOException, InterruptedException {
        int kills = 0;
        var end = Deadline.in(duration);
        do {
            try (var child = start(kills)) {
                hear(child, 1);
                end = kills == 0 ? Deadline.in(duration) : end;
                hear(child, random.nextInt(FEWEST_LINES));
                stopForAWhile(child);
                hear(child, FEWEST_LINES + random.nextInt(MOST_LINES - FEWEST_LINES));
                if (random.nextBoolean()) {
                    stopForAWhile(child);
                }
                child.kill();
                hearRest(child);
                kills++;
            }
        } while (!end.hasPassed() || !journal.knowsEveryAction());
        try (var child = start(kills)) {
            hear(child, 1);
            child.say(StormProcess.DRAIN);
            while (!next(child).filter(Journal.DRAINING::equals).isPresent()) {
                continue;
            }
            survivor.complete(child);
            hearRest(child);
            child.awaitEnd();
        }
        return kills;
    }

    private void stopForAWhile(ChildJvm child) throws IOException, InterruptedException {
        child.stop();
        try {
            journal.awaitMore(ANSWERS_TO_OTHERS, LONGEST_STOP);
        } finally {
            child.goOn();
        }
    }

    /** Whether the last process submits no more. */
    boolean isDraining() {
        return survivor.isDone();
    }

    /** Ends the last process, in good order. */
    void end() throws IOException {
        survivor.join().say(StormProcess.END);
    }

    private ChildJvm start(int generation) throws IOException {
        return ChildJvm.start(StormProcess.class, address, name + "-" + generation, random.nextLong());
    }

    private void hear(ChildJvm child, int lines) throws IOException {
        for (int i = 0; i < lines; i++) {
            next(child);
        }
    }

    private Optional<String> next(ChildJvm child) throws IOException {
        return journal.note(
                child.hear().orElseThrow(() -> new AssertionError(name + " ended by itself: " + child.complaints())));
    }

    private void hearRest(ChildJvm child) throws IOException {
        for (Optional<String> line = child.hear(); line.isPresent(); line = child.hear()) {
            journal.note(line.get());
        }
    }
}
