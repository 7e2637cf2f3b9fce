package io.flowfabric.bench.peers;

import io.flowfabric.bench.contestant.Contestant;
import io.flowfabric.bench.contestant.Entrant;
import io.flowfabric.bench.place.PostgresPlace;
import java.util.Optional;
import java.util.function.Supplier;

/** A peer by its name. */
record PeerEntrant(String name, Peer.Preparation preparation, Supplier<Optional<String>> missing)
        implements Entrant<PostgresPlace> {

    /** One that runs in this JVM, and so everywhere. */
    static PeerEntrant onJvm(String name, Peer.Preparation preparation) {
        return new PeerEntrant(name, preparation, Optional::empty);
    }

    @Override
    public Optional<String> absence() {
        return missing.get();
    }

    @Override
    public Contestant enter(PostgresPlace place, int workers) {
        return new PeerContestant(name, new PeerPlace(place, workers), preparation);
    }
}
