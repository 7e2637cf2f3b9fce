package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Skipped;
import io.flowfabric.engine.store.StoreHealth;

/** Checks what the database tells of itself, which a server does not pass on. */
interface DatabaseCheck extends Check {
    /** Why a check is left out at a server. */
    Skipped OUT_OF_REACH = new Skipped("only the store itself tells; run ff doctor --store where it is in reach");

    /** Checks; changes nothing. */
    Diagnosis look(StoreHealth health);

    @Override
    default Diagnosis look(CheckTarget target) {
        return target.health().map(this::look).orElse(OUT_OF_REACH);
    }
}
