package io.flowfabric.store.postgres;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.store.testkit.StoreInFront;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A store in which a transaction can be stopped when its work is done and its commit is not. Closes the one behind. */
public record PausingStore(Store store, AtomicReference<Optional<Pause>> next) implements StoreInFront {
    private static final long LONGEST_SECONDS = 30;

    public static PausingStore on(Store store) {
        return new PausingStore(store, new AtomicReference<>(Optional.empty()));
    }

    /** Where a transaction stands between its last statement and COMMIT or ROLLBACK, with all its locks. */
    public static final class Pause {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);

        public void awaitReached() {
            await(reached);
        }

        public void end() {
            over.countDown();
        }

        private void stop() {
            reached.countDown();
            await(over);
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("Nothing happened in " + LONGEST_SECONDS + " seconds");
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }

    /** Stops the next transaction. */
    public Pause pauseNext() {
        var pause = new Pause();
        next.set(Optional.of(pause));
        return pause;
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        var pause = next.getAndSet(Optional.empty());
        return store.write(weightBytes, deadline, tx -> {
            try {
                return unit.run(tx);
            } finally {
                pause.ifPresent(Pause::stop);
            }
        });
    }

    @Override
    public void close() {
        store.close();
    }
}
