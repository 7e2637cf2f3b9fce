package io.flowfabric.bench.contestant;

import io.flowfabric.bench.place.Place;
import java.util.Optional;

/**
 * Somebody who may be asked to run.
 *
 * @param <P> the kind of place it can work in
 */
public interface Entrant<P extends Place> {

    /** How reports call it. */
    String name();

    /** Why it cannot run on this machine; empty when it can. */
    default Optional<String> absence() {
        return Optional.empty();
    }

    /**
     * Enters for one run.
     *
     * @param place empty; whoever gave it closes it afterwards
     * @param workers how many handlers may run at once
     */
    Contestant enter(P place, int workers);
}
