package io.flowfabric.testkit.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.testkit.StoreInFront;
import java.time.Clock;

/** A store that a second process could open, too. */
public interface SharedStore extends StoreInFront {
    /** Another store on the same data, as a second process has it; the caller closes it first. */
    Store beside(Clock clock);

    @Override
    default void close() {
        store().close();
    }
}
