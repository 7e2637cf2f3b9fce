package io.flowfabric.cli.option;

import io.flowfabric.cli.address.EngineAddress;
import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.config.StoreSettings;
import picocli.CommandLine.Option;

/** The option that names the store, or the server before it, and opening it. */
public final class StoreOption {
    /** A command is gone in a moment; what falls due is the business of workers. */
    private static final FabricOptions BRIEF =
            FabricOptions.DEFAULT.withEngine(EngineSettings.DEFAULT.withTimers(false));

    @Option(
            names = {"--store", "--server"},
            paramLabel = "ADDRESS",
            defaultValue = "${env:FF_STORE:-sqlite:flowfabric.db}",
            description = "The store, such as sqlite:app.db, or a server, such as https://host, which is shown"
                    + " $FF_API_TOKEN. Otherwise $FF_STORE, otherwise sqlite:flowfabric.db.")
    private EngineAddress address;

    public EngineAddress address() {
        return address;
    }

    /** The store itself; fails with {@code invalid_input} if a server was named. */
    public StoreAddress storeAddress() {
        return address.requireStore();
    }

    /** Opens the store, which is created when there is none. The caller closes it. */
    public FlowFabric open() {
        return FlowFabric.open(address.text(), BRIEF);
    }

    /** Opens a store that must exist: reading does not create a file. */
    public FlowFabric openExisting() {
        if (address.store().filter(store -> !store.isInUse()).isPresent()) {
            throw EngineError.of(
                            ErrorCode.UNAVAILABLE,
                            "no store at " + address,
                            "Check the address; ff submit and ff migrate --apply create a store.")
                    .toException();
        }
        return open();
    }

    /** Opens a store without changing it: one that is not up to date is refused. */
    public FlowFabric openAsItIs() {
        return FlowFabric.open(address.text(), BRIEF.withStore(StoreSettings.DEFAULT.withMigrate(false)));
    }

    /** The refusal of an execution that the store does not hold. */
    public EngineException notFound(ExecutionId id) {
        return EngineError.of(
                        ErrorCode.EXECUTION_NOT_FOUND,
                        id.toString(),
                        "The store %s does not hold it; ff list shows what it holds.".formatted(address))
                .toException();
    }
}
