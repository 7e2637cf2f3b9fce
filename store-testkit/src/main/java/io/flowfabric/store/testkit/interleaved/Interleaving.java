package io.flowfabric.store.testkit.interleaved;

import io.flowfabric.engine.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs calls at the same time, one step at a time. Used once. */
public final class Interleaving {
    /** A step takes about so long; it is not asked earlier whether a session is blocked. */
    private static final long BETWEEN_QUESTIONS_MS = 3;

    /**
     * After this the turn passes although a party runs: it may wait inside the engine for one that waits for its turn. Many times
     * what a step takes; where a step takes longer because the machine is busy, the order is another one, and no less an order.
     */
    private static final Duration LONG_STEP = Duration.ofMillis(200);

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final BlockedSessions blocked;
    private final IntUnaryOperator choice;
    private final List<Party> parties = new ArrayList<>();
    private final List<Schedule.Turn> turns = new ArrayList<>();
    private boolean abandoned;

    /** @param choice draws a number below the one that it is given: which of those at a step goes on */
    public Interleaving(BlockedSessions blocked, IntUnaryOperator choice) {
        this.blocked = blocked;
        this.choice = choice;
    }

    /** What came of it: the answers in the order of the calls. */
    public record Outcome<T>(List<T> answers, Schedule schedule) {}

    /** Carries the calls out and schedules them on the calling thread. Fails as the first of them that fails. */
    public <T> Outcome<T> run(List<Supplier<T>> calls) throws Exception {
        var answers = new ArrayList<CompletableFuture<T>>();
        var threads = new ArrayList<Thread>();
        for (var call : calls) {
            var party = new Party(this, parties.size());
            parties.add(party);
            var answer = new CompletableFuture<T>();
            answers.add(answer);
            threads.add(new Thread(() -> party.run(() -> complete(answer, call)), "party-" + party.number()));
        }
        try {
            threads.forEach(Thread::start);
            schedule();
        } catch (AssertionError stuck) {
            stuck.addSuppressed(new AssertionError(threads.stream()
                    .map(thread ->
                            thread.getName() + " " + thread.getState() + " " + Arrays.toString(thread.getStackTrace()))
                    .collect(Collectors.joining("\n"))));
            throw stuck;
        } finally {
            abandon();
        }
        var all = new ArrayList<T>();
        for (var answer : answers) {
            all.add(answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
        }
        return new Outcome<>(all, new Schedule(turns));
    }

    private static <T> void complete(CompletableFuture<T> answer, Supplier<T> call) {
        try {
            answer.complete(call.get());
        } catch (RuntimeException | Error failed) {
            answer.completeExceptionally(failed);
        }
    }

    private void schedule() throws InterruptedException {
        var timeout = Deadline.in(TIMEOUT);
        while (true) {
            int waitingForALock = settle(timeout);
            synchronized (this) {
                if (all(Party.State.DONE).size() == parties.size()) {
                    return;
                }
                var ready = all(Party.State.AT_STEP);
                if (timeout.hasPassed()) {
                    throw new AssertionError("Nothing moves any more after " + new Schedule(turns) + "; " + running());
                }
                if (!ready.isEmpty()) {
                    var chosen = ready.get(choice.applyAsInt(ready.size()));
                    turns.add(new Schedule.Turn(chosen.number(), chosen.next, waitingForALock));
                    chosen.state = Party.State.RUNNING;
                    notifyAll();
                }
            }
        }
    }

    /** Waits until no party runs but those that are blocked; answers how many are. */
    private int settle(Deadline timeout) throws InterruptedException {
        var step = Deadline.in(LONG_STEP);
        while (!timeout.hasPassed()) {
            int running;
            synchronized (this) {
                if (!all(Party.State.RUNNING).isEmpty()) {
                    wait(BETWEEN_QUESTIONS_MS);
                }
                running = all(Party.State.RUNNING).size();
                if (running == 0
                        || step.hasPassed() && !all(Party.State.AT_STEP).isEmpty()) {
                    return running;
                }
            }
            int waiting = blocked.count();
            synchronized (this) {
                if (waiting >= running
                        && all(Party.State.RUNNING).size() == running
                        && !all(Party.State.AT_STEP).isEmpty()) {
                    return running;
                }
            }
        }
        return 0;
    }

    private List<Party> all(Party.State state) {
        return parties.stream().filter(party -> party.state == state).toList();
    }

    private String running() {
        return all(Party.State.RUNNING).stream()
                .map(party -> party.number() + " is in " + party.next)
                .collect(Collectors.joining(", "));
    }

    synchronized void step(Party party, String what) {
        if (abandoned) {
            return;
        }
        party.next = what;
        party.state = Party.State.AT_STEP;
        notifyAll();
        boolean interrupted = false;
        while (party.state == Party.State.AT_STEP && !abandoned) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void end(Party party) {
        party.state = Party.State.DONE;
        notifyAll();
    }

    /** Lets everything run that still waits for its turn. */
    private synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }
}
