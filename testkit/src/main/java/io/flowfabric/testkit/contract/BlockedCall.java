package io.flowfabric.testkit.contract;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Begins calls that block on an answer which the test holds back. */
final class BlockedCall {
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private BlockedCall() {}

    /** Begins a call on a thread of its own, and returns when that waits for its answer. */
    static <T> FutureTask<T> begin(Callable<T> call) throws InterruptedException {
        var answer = new FutureTask<>(call);
        var thread = new Thread(answer, "blocked-call");
        thread.setDaemon(true);
        thread.start();
        while (!awaitsAnAnswer(thread)) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        return answer;
    }

    private static boolean awaitsAnAnswer(Thread thread) {
        return WAITING.contains(thread.getState())
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(CompletableFuture.class.getName()));
    }
}
