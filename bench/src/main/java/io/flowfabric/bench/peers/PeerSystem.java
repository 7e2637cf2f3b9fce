package io.flowfabric.bench.peers;

import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.bench.system.SystemUnderTest;
import java.util.Optional;
import java.util.function.Supplier;

/** A peer by its name. */
record PeerSystem(String name, Peer.Preparation preparation, Supplier<Optional<String>> missing)
        implements SystemUnderTest<PostgresBenchStore> {

    /** One that runs in this JVM, and so everywhere. */
    static PeerSystem onJvm(String name, Peer.Preparation preparation) {
        return new PeerSystem(name, preparation, Optional::empty);
    }

    @Override
    public Optional<String> absence() {
        return missing.get();
    }

    @Override
    public SystemRun enter(PostgresBenchStore benchStore, int workers) {
        return new PeerRun(name, new PeerStore(benchStore, workers), preparation);
    }
}
