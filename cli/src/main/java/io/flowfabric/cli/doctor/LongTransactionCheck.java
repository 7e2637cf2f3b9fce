package io.flowfabric.cli.doctor;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.engine.store.StoreHealth;
import java.time.Duration;

/** Transactions that stay open and keep the server from forgetting old versions of rows. */
final class LongTransactionCheck implements DatabaseCheck {
    private final Duration tolerated;

    LongTransactionCheck(Duration tolerated) {
        this.tolerated = tolerated;
    }

    @Override
    public String subject() {
        return "transactions";
    }

    @Override
    public Diagnosis look(StoreHealth health) {
        return health.openTransactions().stream()
                .filter(open -> open.ageMs() >= tolerated.toMillis())
                .findFirst()
                .<Diagnosis>map(open -> new Finding(
                        "one has been open for %s: pid %d of %s, %s"
                                .formatted(
                                        Durations.describe(open.ageMs()),
                                        open.pid(),
                                        open.application().isEmpty() ? "an unnamed program" : open.application(),
                                        open.state()),
                        "While it is open no dead row that is younger is removed: tables grow and claims become slow.",
                        "Find out what that program waits for and let it end; SELECT pg_terminate_backend(%d) ends it by"
                                        .formatted(open.pid())
                                + " force. Consider idle_in_transaction_session_timeout."))
                .orElseGet(() -> new Fine("none has been open for long"));
    }
}
