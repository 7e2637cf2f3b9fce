package io.flowfabric.store.testkit.interleaved;

import java.util.Optional;

/** One of several calls at the same time. Its fields are guarded by its interleaving. */
final class Party {
    private static final ThreadLocal<Optional<Party>> OF_THREAD = ThreadLocal.withInitial(Optional::empty);

    enum State {
        RUNNING,
        AT_STEP,
        DONE
    }

    private final Interleaving interleaving;
    private final int number;
    State state = State.RUNNING;
    String next = "";

    Party(Interleaving interleaving, int number) {
        this.interleaving = interleaving;
        this.number = number;
    }

    /** The one whose call the current thread makes; empty for threads of the engine and of tests. */
    static Optional<Party> ofThisThread() {
        return OF_THREAD.get();
    }

    int number() {
        return number;
    }

    /** Makes its call on the current thread. */
    void run(Runnable call) {
        OF_THREAD.set(Optional.of(this));
        try {
            call.run();
        } finally {
            OF_THREAD.remove();
            interleaving.end(this);
        }
    }

    /** Waits for its turn; may be called by any thread that works for it. */
    void step(String what) {
        interleaving.step(this, what);
    }
}
