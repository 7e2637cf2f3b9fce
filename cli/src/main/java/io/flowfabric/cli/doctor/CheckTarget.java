package io.flowfabric.cli.doctor;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.model.op.read.Explanation;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * What is checked.
 *
 * @param health what the database tells of itself; empty behind a server
 * @param waiting why a sample of what waits is waiting
 * @param here the clock of this machine
 */
record CheckTarget(Engine engine, Optional<StoreHealth> health, List<Explanation> waiting, Clock here) {

    static CheckTarget of(Engine engine, Optional<StoreHealth> health, Clock here) {
        return new CheckTarget(engine, health, WaitingSample.of(engine), here);
    }
}
