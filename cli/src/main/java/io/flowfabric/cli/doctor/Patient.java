package io.flowfabric.cli.doctor;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.StoreHealth;
import io.flowfabric.model.op.Explanation;
import java.time.Clock;
import java.util.List;

/**
 * What is looked at.
 *
 * @param waiting why a sample of what waits is waiting
 * @param here the clock of this machine
 */
record Patient(Engine engine, StoreHealth health, List<Explanation> waiting, Clock here) {

    static Patient of(Engine engine, StoreHealth health, Clock here) {
        return new Patient(engine, health, WaitingSample.of(engine), here);
    }
}
