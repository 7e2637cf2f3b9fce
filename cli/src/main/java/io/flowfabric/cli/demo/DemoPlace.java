package io.flowfabric.cli.demo;

import io.flowfabric.cli.address.StoreAddress;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the demo plays: at most one of two, otherwise on a temporary SQLite file. */
final class DemoPlace {
    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = "Run on this store, in a lane of its own, instead of a temporary one.")
    private Optional<StoreAddress> store = Optional.empty();

    @Option(
            names = "--embedded-postgres",
            description = "Start a PostgreSQL for the demo, which goes with it. Nothing need be installed.")
    private boolean embedded;

    Optional<StoreAddress> store() {
        return store;
    }

    boolean isEmbeddedPostgres() {
        return embedded;
    }
}
