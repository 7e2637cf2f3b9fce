package io.flowfabric.bench.scenario;

import io.flowfabric.bench.peers.Peers;
import io.flowfabric.bench.report.Result;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * S1, submitted in bulk and then drained, and S0, the same rows by hand. Both run in one race, since only their ratio says
 * something on another machine.
 */
final class Throughput implements Scenario {
    private static final int LARGE_PAYLOAD = 4096;
    private static final int MANY = 500_000;
    private static final int FEWER_REPEATS = 3;

    private final boolean ceiling;
    private final boolean engine;

    /** Either of them, or both. */
    Throughput(boolean ceiling, boolean engine) {
        this.ceiling = ceiling;
        this.engine = engine;
    }

    @Override
    public String title() {
        return engine ? "S1: no-op executions, submitted in bulk, claimed and completed" : "S0: the same rows by hand";
    }

    @Override
    public boolean isOnEveryMajor() {
        return true;
    }

    @Override
    public List<Result> run(Session session, BenchStores stores) throws Exception {
        var load = session.load();
        var profile = engine
                ? session.profiles().map(directory -> new Profile(directory, stores.store()))
                : Optional.<Profile>empty();
        var results = new ArrayList<>(
                race(session, stores, new Field(load, ceiling, session.extent().peers()), profile));
        if (profile.isPresent()) {
            profile.get().draw(session);
        }
        if (engine && session.extent().variants()) {
            boolean allSystems = session.extent().peers() && session.extent().isFull();
            int repeats = Math.min(load.repeats(), FEWER_REPEATS);
            boolean manyByHand = ceiling && session.extent().isFull();
            for (var field : List.of(
                    new Field(load.withPayloadBytes(LARGE_PAYLOAD).withRepeats(repeats), ceiling, allSystems),
                    new Field(load.withExecutions(MANY).withRepeats(1), manyByHand, allSystems))) {
                results.addAll(race(session, stores, field, Optional.empty()));
            }
        }
        if (engine && stores instanceof PostgresHost host) {
            TimeSpent.show(session, host);
        }
        return results;
    }

    /** Which systems run in a race, and with what. */
    private record Field(Load load, boolean ceiling, boolean peers) {}

    private List<Result> race(Session session, BenchStores stores, Field field, Optional<Profile> profile)
            throws Exception {
        var load = field.load();
        var runners = new ArrayList<Runner<?>>();
        if (field.ceiling()) {
            runners.add(MeasuredSystems.ceiling(stores, load));
        }
        if (engine) {
            var ours = MeasuredSystems.flowFabric("S1", stores, load);
            profile.ifPresent(drawn -> ours.recordedBy(drawn.recorder()));
            runners.add(ours);
        }
        var guests = new ArrayList<Runner<?>>();
        if (engine && field.peers() && stores instanceof PostgresHost host) {
            session.progress().phase("looking for the peers, and installing those on Node if it is the first time");
            for (var peer : Peers.all()) {
                peer.absence()
                        .ifPresentOrElse(
                                why -> session.progress().say("%s is left out: %s".formatted(peer.name(), why)),
                                () -> guests.add(new Runner<>(
                                        new Result.Subject("S1", peer.name(), host.store()),
                                        peer,
                                        RunSetup.fresh(host::fresh),
                                        load,
                                        session.extent().isFull())));
            }
        }
        return new Race(session.progress()).run(runners, guests, load.repeats());
    }
}
