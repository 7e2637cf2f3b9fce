package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.store.StoreHealth;

/** Indexes that a concurrent build left behind half done. */
final class IndexCheck implements DatabaseCheck {
    @Override
    public String subject() {
        return "indexes";
    }

    @Override
    public Diagnosis look(StoreHealth health) {
        var invalid = health.invalidIndexes();
        return invalid.isEmpty()
                ? new Fine("every index is valid")
                : new Finding(
                        "invalid: " + String.join(", ", invalid),
                        "An invalid index is written with every change and serves no query; the queries that need it"
                                + " read whole tables.",
                        "Run REINDEX INDEX CONCURRENTLY on it, or DROP INDEX if it is not one of ours (ff migrate --print"
                                + " shows those).");
    }
}
