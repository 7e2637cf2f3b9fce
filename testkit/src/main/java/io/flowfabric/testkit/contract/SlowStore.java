package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.StoreInFront;
import java.util.concurrent.Semaphore;

/**
 * A store that answers no reader before it is told to, not even one that is interrupted.
 *
 * @param readers one permit for everybody who has come to read
 */
record SlowStore(Store store, Semaphore readers, Semaphore turnstile) implements StoreInFront {
    static SlowStore on(Store store) {
        return new SlowStore(store, new Semaphore(0), new Semaphore(0));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        readers.release();
        turnstile.acquireUninterruptibly();
        turnstile.release();
        return store.read(deadline, unit);
    }

    /** Answers everybody from now on. */
    void answer() {
        turnstile.release();
    }
}
