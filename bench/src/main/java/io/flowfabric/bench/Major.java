package io.flowfabric.bench;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.util.Arrays;
import java.util.Optional;

/**
 * The majors of PostgreSQL that are measured: the newest and the oldest that are supported, each as it is when nothing was
 * tuned. Only two settings differ from what {@code initdb} writes: statements can be counted, which is switched off while
 * anything is measured, and there are connections enough for ten engines.
 */
enum Major {
    NEWEST("18", ServerOptions.STOCK),
    OLDEST("14", ServerOptions.STOCK.programsIn("oldest-postgresql"));

    private final String number;
    private final ServerOptions options;

    Major(String number, ServerOptions stock) {
        this.number = number;
        this.options = stock.with("shared_preload_libraries", "pg_stat_statements")
                .with("pg_stat_statements.track", "none")
                .with("max_connections", "200");
    }

    /** The one of a number, if it is measured. */
    static Optional<Major> of(String number) {
        return Arrays.stream(values())
                .filter(major -> major.number.equals(number))
                .findFirst();
    }

    String number() {
        return number;
    }

    PostgresServer start() {
        return PostgresServer.start(options);
    }
}
