package io.flowfabric.sdk;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.config.FabricOptions;

/** The options of a store, from what the opener of a fabric has said. */
final class StoreOptionsMapping {
    private StoreOptionsMapping() {}

    /** For a store behind a pool. */
    static StoreOptions ofPool(FabricOptions given) {
        var settings = given.store();
        var options = StoreOptions.DEFAULT
                .withMigrate(settings.migrate())
                .withPartitions(given.engine().partitions());
        return settings.schema().map(options::withSchema).orElse(options);
    }

    /** For a store at an address, which names its own schema. */
    static StoreOptions ofAddress(FabricOptions given) {
        var settings = given.store();
        if (settings.schema().isPresent()) {
            String schema = settings.schema().get();
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "schema: " + schema,
                            "withSchema applies to a DataSource only; in an address, append ?schema=" + schema + ".")
                    .toException();
        }
        var options = ofPool(given);
        return settings.connections().isPresent()
                ? options.withConnections(settings.connections().getAsInt())
                : options;
    }
}
