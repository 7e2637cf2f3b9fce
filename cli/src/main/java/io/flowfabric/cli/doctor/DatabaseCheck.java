package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Skipped;
import io.flowfabric.engine.store.StoreHealth;

/** Looks at what the database tells of itself, which nobody sees through a server. */
interface DatabaseCheck extends Check {
    /** Why a check is left out at a server. */
    Skipped OUT_OF_REACH = new Skipped("only the store itself tells; run ff doctor --store where it is in reach");

    /** Looks; changes nothing. */
    Diagnosis look(StoreHealth health);

    @Override
    default Diagnosis look(Patient patient) {
        return patient.health().map(this::look).orElse(OUT_OF_REACH);
    }
}
