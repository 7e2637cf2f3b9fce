package io.flowfabric.bench.system;

import io.flowfabric.bench.store.BenchStore;
import java.util.Optional;

/**
 * A system that can be measured.
 *
 * @param <P> the kind of store it can work on
 */
public interface SystemUnderTest<P extends BenchStore> {

    /** How reports call it. */
    String name();

    /** Why it cannot run on this machine; empty when it can. */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /**
     * Enters for one run.
     *
     * @param benchStore empty; the caller closes it afterwards
     * @param workers how many handlers may run at once
     */
    SystemRun enter(P benchStore, int workers);
}
