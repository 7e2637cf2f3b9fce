package io.flowfabric.cli;

import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import picocli.CommandLine.Option;

/** The option that names the store, and opening it. */
final class StoreOption {
    /** A command is gone in a moment; what falls due is the business of workers. */
    private static final EngineSettings BRIEF = EngineSettings.DEFAULT.withTimers(false);

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            defaultValue = "${env:FF_STORE:-sqlite:flowfabric.db}",
            description = "The store, such as sqlite:app.db. Otherwise $FF_STORE, otherwise sqlite:flowfabric.db.")
    private StoreAddress address;

    StoreAddress address() {
        return address;
    }

    /** The engine on the store, which is created when there is none. The caller closes it. */
    Engine open() {
        return LocalEngine.start(address.open(), BRIEF);
    }

    /** The engine on a store that must exist: looking for something does not create a file. */
    Engine openExisting() {
        if (!address.isInUse()) {
            throw EngineError.of(
                            ErrorCode.UNAVAILABLE,
                            "no store at " + address,
                            "Check the address; ff submit and ff migrate --apply create a store.")
                    .toException();
        }
        return open();
    }
}
