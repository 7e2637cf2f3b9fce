package io.flowfabric.cli.address;

import io.flowfabric.engine.store.Addresses;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.FlowFabric;
import java.util.Optional;

/**
 * Where an engine is to be had: on a store, or behind a server.
 *
 * @param text the address as it was written
 * @param store the store, unless it is a server
 */
public record EngineAddress(String text, Optional<StoreAddress> store) {

    /**
     * Reads an address. Nothing is opened or created.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if it is none
     */
    public static EngineAddress parse(String text) {
        return new EngineAddress(
                text, FlowFabric.isServer(text) ? Optional.empty() : Optional.of(StoreAddress.parse(text)));
    }

    /**
     * The store.
     *
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if it is a server, whose store is out of reach
     */
    public StoreAddress requireStore() {
        return store.orElseThrow(() -> EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "address: \"%s\" is a server".formatted(text),
                        "This command reads the store itself: name the store, on a machine that reaches it.")
                .toException());
    }

    /** The address without its password. */
    @Override
    public String toString() {
        return Addresses.withoutSecrets(text);
    }
}
