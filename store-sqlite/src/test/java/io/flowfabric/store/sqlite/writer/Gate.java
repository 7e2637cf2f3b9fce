package io.flowfabric.store.sqlite.writer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A unit that holds the writer until the test lets it go, so that what is submitted meanwhile forms one group. */
final class Gate implements WriteUnit<Boolean> {

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Occupies the writer; returns when it is occupied. */
    static Gate hold(TestDatabase database) throws InterruptedException {
        Gate gate = new Gate();
        database.submit(gate);
        gate.awaitEntered();
        return gate;
    }

    void awaitEntered() throws InterruptedException {
        if (!entered.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("The writer never came");
        }
    }

    void open() {
        opened.countDown();
    }

    @Override
    public Boolean run(WriteScope scope) {
        entered.countDown();
        try {
            return opened.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
