package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.store.StoreHealth;

/** Tables with far more dead versions of rows than rows. */
final class BloatCheck implements DatabaseCheck {
    /** Fewer are gone with the next vacuum, and slow nothing down. */
    private final long tolerated;

    BloatCheck(long tolerated) {
        this.tolerated = tolerated;
    }

    @Override
    public String subject() {
        return "tables";
    }

    @Override
    public Diagnosis look(StoreHealth health) {
        return health.tables().stream()
                .filter(table -> table.dead() >= tolerated && table.dead() >= 2 * table.live())
                .findFirst()
                .<Diagnosis>map(table -> new Finding(
                        "%s has %d dead rows beside %d live ones".formatted(table.table(), table.dead(), table.live()),
                        "Every claim and every query of the queue steps over them.",
                        "VACUUM %s; and see why autovacuum does not keep up: a long open transaction, a disabled"
                                        .formatted(table.table())
                                + " autovacuum, or too few workers for it."))
                .orElseGet(() -> new Fine("no table is bloated"));
    }
}
