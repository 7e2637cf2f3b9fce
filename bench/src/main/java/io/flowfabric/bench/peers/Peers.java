package io.flowfabric.bench.peers;

import io.flowfabric.bench.contestant.Entrant;
import io.flowfabric.bench.place.PostgresPlace;
import java.util.List;

/** All the peers there are, those that cannot run on this machine included. */
public final class Peers {
    private Peers() {}

    /** The peers, in the order in which they are reported. */
    public static List<Entrant<PostgresPlace>> all() {
        var node = new NodePeers();
        return List.of(
                PeerEntrant.onJvm("db-scheduler", DbSchedulerPeer::prepare),
                PeerEntrant.onJvm("jobrunr", JobRunrPeer::prepare),
                PeerEntrant.onJvm("dbos", DbosPeer::prepare),
                node.pgBoss(),
                node.graphileWorker());
    }
}
