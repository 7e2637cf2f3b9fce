package io.flowfabric.cli.option;

import io.flowfabric.cli.doctor.Tolerance;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What {@code ff doctor} takes for a problem. */
public final class ToleranceOptions {
    @Option(
            names = "--expired-for",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "Leases that expired as long ago and are not marked. Otherwise 10s.")
    private Duration expiredFor;

    @Option(
            names = "--behind",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Subscribers that are more than N events behind. Otherwise 10000.")
    private int behind;

    @Option(
            names = "--open-for",
            paramLabel = "DURATION",
            defaultValue = "1m",
            description = "Transactions that have been open as long. Otherwise 1m.")
    private Duration openFor;

    @Option(
            names = "--dead-rows",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Tables with at least N dead rows, twice as many as live ones. Otherwise 10000.")
    private int deadRows;

    public Tolerance tolerance() {
        return new Tolerance(expiredFor, behind, openFor, deadRows);
    }
}
