package io.flowfabric.bench.peers;

import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.SystemUnderTest;
import java.util.List;

/** All the peers there are, those that cannot run on this machine included. */
public final class Peers {
    private Peers() {}

    /** The peers, in the order in which they are reported. */
    public static List<SystemUnderTest<PostgresBenchStore>> all() {
        var node = new NodePeers();
        return List.of(
                PeerSystem.onJvm("db-scheduler", DbSchedulerPeer::prepare),
                PeerSystem.onJvm("jobrunr", JobRunrPeer::prepare),
                PeerSystem.onJvm("dbos", DbosPeer::prepare),
                node.pgBoss(),
                node.graphileWorker());
    }
}
