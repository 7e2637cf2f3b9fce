package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.store.StoreHealth;

/** Whether LISTEN works at this address. */
final class ListenCheck implements DatabaseCheck {
    @Override
    public String subject() {
        return "wake-ups";
    }

    @Override
    public Diagnosis look(StoreHealth health) {
        return health.hearsOthers().orElse(true)
                ? new Fine("news of other processes arrives")
                : new Finding(
                        "LISTEN hears nothing at this address",
                        "A pooler in transaction mode is in between. Work is done, but waiting claims poll once a"
                                + " second instead of being woken, which costs latency and queries.",
                        "Give FlowFabric an address that leads to the server itself, or to a pool in session mode.");
    }
}
